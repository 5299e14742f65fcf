import type { NormalisedEvent } from '#shared';
import type { ReactNode } from 'react';
import { Button } from '../../../../../ui/forms/button.tsx';
import { NotedForm } from '../../../../../ui/forms/noted-form.tsx';
import { Section } from '../../../../../ui/section.tsx';
import { ShellCommand } from '../../../../../ui/shell-command.tsx';
import type { IssuePageProps } from '../../issues.dto.ts';

interface SourceMapsProps extends Pick<IssuePageProps, 'misses'> {
  readonly mapping: NormalisedEvent['mapping'];
}

/** Switches between the original and the minified code, and says what was looked for in vain. */
export function SourceMaps({ mapping, misses = [] }: SourceMapsProps): ReactNode {
  if (!mapping) return null;
  const { mapped, missed, isOriginal } = mapping;
  return (
    <Section
      id="source-maps"
      title="Source maps"
      note={`${mapped} of ${mapped + missed} frames have their original places`}
    >
      {mapped > 0 && <CodeSwitch isOriginal={isOriginal} />}
      {misses.length > 0 && (
        <ul className="mt-2 grid gap-4">
          {misses.map((miss) => (
            <li key={`${miss.url} ${miss.sentence}`} className="min-w-0">
              <p className="max-w-prose wrap-anywhere">{miss.sentence}</p>
              {miss.command !== undefined && <ShellCommand command={miss.command} />}
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}

function CodeSwitch({ isOriginal }: { readonly isOriginal: boolean }): ReactNode {
  return (
    <NotedForm action="show-code" className="flex items-center gap-3">
      <input type="hidden" name="code" value={isOriginal ? 'minified' : 'original'} />
      <Button>{isOriginal ? 'Show minified code' : 'Show original code'}</Button>
      <p className="text-sm text-quiet">
        {isOriginal ? 'This is the original code.' : 'This is the code that ran.'}
      </p>
    </NotedForm>
  );
}
