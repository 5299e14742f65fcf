import type { RunStatus } from '#shared';

export const RUN_WORDS: Readonly<Record<RunStatus, string>> = {
  in_progress: 'in progress',
  ok: 'ok',
  error: 'failed',
  missed: 'missed',
  timeout: 'timed out',
  unknown: 'not known',
};

export function isFailure(status: RunStatus): boolean {
  return status === 'error' || status === 'missed' || status === 'timeout';
}

/** Describes a strip like `Last 60 runs: 57 ok, 2 missed, 1 failed`. */
export function describeRuns(runs: readonly RunStatus[]): string {
  if (runs.length === 0) return 'No runs yet';
  const counts = new Map<RunStatus, number>();
  for (const status of runs) counts.set(status, (counts.get(status) ?? 0) + 1);
  const parts = [...counts]
    .toSorted(([, one], [, other]) => other - one)
    .map(([status, count]) => `${count} ${RUN_WORDS[status]}`);
  return `Last ${runs.length === 1 ? 'run' : `${runs.length} runs`}: ${parts.join(', ')}`;
}
