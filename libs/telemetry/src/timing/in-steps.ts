import type { Pause } from './pause.ts';

/** Between two steps: whoever else writes to the database comes in between. */
const PAUSE_MS = 10;

/**
 * Repeats `step`, a short transaction, as long as it resolves with true, until `signal` aborts.
 * Rejects as `step` does; the next run goes on with the rest.
 */
export async function inSteps(
  step: () => Promise<boolean>,
  { pause, signal }: { readonly pause: Pause; readonly signal: AbortSignal },
): Promise<void> {
  while (!signal.aborted && (await step())) await pause.wait(PAUSE_MS, signal);
}
