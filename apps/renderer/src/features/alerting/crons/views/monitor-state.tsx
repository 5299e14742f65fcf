import type { ReactNode } from 'react';
import type { MonitorRow } from '../crons.dto.ts';
import { isFailure, RUN_WORDS } from './run-words.ts';

export function State({
  row: { state, status, isFailing },
}: {
  readonly row: Pick<MonitorRow, 'state' | 'status' | 'isFailing'>;
}): ReactNode {
  const known = status === undefined ? 'waiting' : RUN_WORDS[status];
  const words = isFailing && status !== undefined && !isFailure(status) ? 'failing' : known;
  return (
    <span className={`text-sm ${isFailing ? 'font-semibold text-accent' : 'text-quiet'}`}>
      {state === 'disabled' ? 'off' : words}
      {state === 'muted' && <span className="text-xs text-faint"> · muted</span>}
    </span>
  );
}
