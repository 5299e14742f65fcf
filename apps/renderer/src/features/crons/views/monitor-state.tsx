import type { ReactNode } from 'react';
import type { MonitorRow } from '../crons.dto.ts';
import { RUN_WORDS } from './run-words.ts';

/** What became of its last run, or that nothing is expected of it. */
export function State({
  row: { state, status, isFailing },
}: {
  readonly row: Pick<MonitorRow, 'state' | 'status' | 'isFailing'>;
}): ReactNode {
  const words = status === undefined ? 'waiting' : RUN_WORDS[status];
  return (
    <span className={`text-sm ${isFailing ? 'font-semibold text-accent' : 'text-quiet'}`}>
      {state === 'disabled' ? 'off' : words}
      {state === 'muted' && <span className="text-xs text-faint"> · muted</span>}
    </span>
  );
}
