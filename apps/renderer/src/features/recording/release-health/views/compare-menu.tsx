import { Form, Link } from '#client-runtime';
import type { ReactNode } from 'react';
import { type PropsOf, to } from '#shared';
import { Button } from '../../../../ui/forms/button.tsx';
import { TextField } from '../../../../ui/forms/text-field.tsx';
import { HiddenFields } from '../../../../ui/hidden-fields.tsx';
import { Menu } from '../../../../ui/menu.tsx';
import { RelativeTime } from '../../../../ui/time/relative-time.tsx';
import type { ReleaseHealthController } from '../release-health.controller.ts';
import { formatDifference, verdictWordOf } from './verdict.tsx';
import { VersionText } from './version-text.tsx';

type Props = PropsOf<ReleaseHealthController['show']>;

/** Each release of the menu already says how the shown one compares with it. */
export function CompareMenu({
  version,
  project,
  other,
  choices,
  suggestions,
}: Pick<Props, 'version' | 'project' | 'other' | 'choices' | 'suggestions'>): ReactNode {
  return (
    <div className="compare">
      <Menu label="Compare with …">
        <p id="compare-with" className="px-2 text-xs text-faint">
          This release is, compared with
        </p>
        <ul aria-labelledby="compare-with">
          {choices.map((choice) => (
            <li key={choice.version}>
              <Link
                href={choice.href}
                prefetch="intent"
                aria-current={choice.version === other?.version && 'true'}
                title={[choice.version, formatDifference(choice.verdict)]
                  .filter(Boolean)
                  .join(', ')}
              >
                <VersionText version={choice.version} />
                {verdictWordOf(choice.verdict)}
                <RelativeTime atMs={choice.firstSeenMs} isShort className="text-xs text-faint" />
              </Link>
            </li>
          ))}
        </ul>
        <Form
          method="get"
          action={to('/releases/:version', { version })}
          prefetch="none"
          className="flex items-end gap-2 p-2"
        >
          <TextField
            name="with"
            label="Another version"
            list="compare-versions"
            required
            autoComplete="off"
            spellCheck={false}
          />
          <datalist id="compare-versions">
            {suggestions.map((each) => (
              <option key={each}>{each}</option>
            ))}
          </datalist>
          <HiddenFields fields={project === undefined ? {} : { project }} />
          <Button>Compare</Button>
        </Form>
      </Menu>
    </div>
  );
}
