import { Form, Link, useOptimistic } from '#client-runtime';
import type { ReactNode } from 'react';
import { RelativeTime } from '../../../../ui/time/relative-time.tsx';
import { useZone } from '../../../../ui/time/time-format.ts';
import type { StandingProps, TriageAction } from '../triage.dto.ts';
import { certainWords } from './certain-words.ts';
import { describeState } from './state-words.ts';
import { TriageBar } from './triage-bar.tsx';

export function Part({ state, stateBy, assignee, triage, ignore }: StandingProps): ReactNode {
  const words = useOptimistic<string, TriageAction>(
    'triage',
    describeState(state, useZone()),
    (before, { change }) => certainWords.get(String(change)) ?? before,
  );
  return (
    <div className="issue-standing">
      <p className="min-w-0 text-sm wrap-anywhere">
        <b className="font-semibold">{capitalise(words)}</b>
        <span className="text-quiet">
          {' · since '}
          <RelativeTime atMs={state.sinceMs} />
          {stateBy !== undefined && ` by ${stateBy}`}
          {' · '}
          {assignee ? `assigned to ${assignee.name}` : 'assigned to nobody'}
        </span>
      </p>
      {triage && (
        <Form action="triage" noValidate className="triage-form triage-one">
          <TriageBar
            offer={triage}
            status={state.status}
            assigneeId={assignee?.id}
            beyondMute={
              ignore !== undefined && (
                <Link href={ignore} className="inline-flex items-center pointer-coarse:min-h-11">
                  Ignore such events
                </Link>
              )
            }
          />
        </Form>
      )}
    </div>
  );
}

function capitalise(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}
