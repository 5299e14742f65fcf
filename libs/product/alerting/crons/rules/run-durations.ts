/** Size of the picture of durations. Its path comes from the server. */
export const durationLine = { width: 540, height: 48 };

/** Formats like `80 ms`, `4.2 s`, `4 min 50 s`, `31 min` or `1 h 50 min`, rounded down. */
export function formatTook(ms: number): string {
  if (ms < 1000) return `${ms} ms`;
  if (ms < 60_000) return `${Math.floor(ms / 100) / 10} s`;
  const minutes = Math.floor(ms / 60_000);
  if (minutes < 10) return `${minutes} min ${Math.floor(ms / 1000) % 60} s`.replace(/ 0 s$/, '');
  return minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

interface TimedRun {
  readonly startedMs: number;
  readonly durationMs?: number;
}

/** Returns undefined when no run has a duration. `runs` are ordered by their start. */
export function measureRuns(runs: readonly TimedRun[], limitMs = Infinity) {
  const timed = runs.filter((run): run is Required<TimedRun> => run.durationMs !== undefined);
  const sorted = timed.toSorted((one, other) => one.durationMs - other.durationMs);
  const longest = sorted.at(-1);
  return (
    longest && {
      medianMs: sorted[Math.floor((sorted.length - 1) / 2)]!.durationMs,
      longest,
      latestMs: timed.at(-1)!.durationMs,
      /** Number of runs that took longer than the limit. */
      over: timed.filter(({ durationMs }) => durationMs > limitMs).length,
    }
  );
}
