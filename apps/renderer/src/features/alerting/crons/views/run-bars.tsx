import type { RunStatus } from '#shared';
import type { ReactNode } from 'react';
import { isFailure, RUN_WORDS } from './run-words.ts';

const STEP = 4;
const HEIGHT = 16;
const WIDTH = 120;
/**
 * Height of a run's bar. Bars of failed runs are taller, so that colour is not the only difference.
 */
const HEIGHTS: Readonly<Record<RunStatus, number>> = {
  ok: 8,
  in_progress: 4,
  error: 16,
  missed: 16,
  timeout: 16,
  unknown: 2,
};

export function RunBars({ runs }: { readonly runs: readonly RunStatus[] }): ReactNode {
  return (
    <svg
      role="img"
      aria-label={describe(runs)}
      viewBox={`${runs.length * STEP - WIDTH} 0 ${WIDTH} ${HEIGHT}`}
      className="h-4 w-30 shrink-0"
    >
      {runs.map((status, index) => (
        <rect
          key={index}
          x={index * STEP}
          y={HEIGHT - HEIGHTS[status]}
          width={STEP - 1}
          height={HEIGHTS[status]}
          className={isFailure(status) ? 'fill-accent' : 'fill-bar'}
        />
      ))}
    </svg>
  );
}

function describe(runs: readonly RunStatus[]): string {
  if (runs.length === 0) return 'No runs yet';
  const counts = new Map<RunStatus, number>();
  for (const status of runs) counts.set(status, (counts.get(status) ?? 0) + 1);
  const parts = [...counts].map(([status, count]) => `${count} ${RUN_WORDS[status]}`);
  return `Last ${runs.length} runs: ${parts.join(', ')}`;
}
