import { to } from '#shared';
import type { PropsOf } from '#shared';
import { Form, Link } from '#client-runtime';
import type { ReactNode } from 'react';
import { Confirm } from '../../../../ui/confirm.tsx';
import { Button } from '../../../../ui/forms/button.tsx';
import { formatExactCount } from '../../../../ui/numbers/format-count.ts';
import type { DemoController } from '../demo.controller.ts';

type Props = PropsOf<DemoController['show']>;

const linkClass =
  'inline-flex min-h-6 items-center pointer-coarse:min-h-11 pointer-coarse:min-w-11';

export function Page(props: Props): ReactNode {
  const { state, projects } = props;
  return (
    <div className="max-w-prose">
      <h1 className="page-title">Demo</h1>
      <p className="pb-3 text-quiet">
        The demo adds five projects with {props.issues} issues and {formatExactCount(props.total)}{' '}
        made-up events of the last 30 days, sent to the relay as applications send theirs, with
        releases, sessions, logs and cron monitors. Some issues are resolved, muted and assigned in
        your name. Removing the demo takes its projects away, and nothing else.
      </p>
      {state !== 'none' && state !== 'filled' && <Progress {...props} />}
      {projects.length > 0 && (
        <ul className="pb-3">
          {projects.map(({ name, href }) => (
            <li key={href}>
              <Link href={href} prefetch="intent" className={linkClass}>
                {name}
              </Link>
            </li>
          ))}
        </ul>
      )}
      <div className="flex flex-wrap items-center gap-3">
        {(state === 'none' || state === 'stopped') && (
          <Form action="fill">
            <Button isPrimary>{state === 'none' ? 'Fill five projects' : 'Go on'}</Button>
          </Form>
        )}
        {state !== 'none' && (
          <Confirm
            label="Remove the demo…"
            question="Remove the five projects of the demo, with all that was added to them since: events, rules, channels and keys?"
          >
            <Form action="remove">
              <Button>Remove the demo</Button>
            </Form>
          </Confirm>
        )}
      </div>
    </div>
  );
}

function Progress({ state, events, total }: Props): ReactNode {
  return (
    <div className="pb-3">
      <progress value={events} max={total} aria-label="Events that are in" className="progress" />
      <p>
        {`${formatExactCount(events)} of ${formatExactCount(total)} events are in. `}
        {state === 'filling' && (
          <Link href={to('/settings/demo')} prefetch="none" className={linkClass}>
            Look again
          </Link>
        )}
        {state === 'stopped' && 'The filling has stopped. The server log says why.'}
      </p>
    </div>
  );
}
