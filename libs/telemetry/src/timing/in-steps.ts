import type { Pause } from './pause.ts';

const PAUSE_MS = 10;

/**
 * Repeats `step`, a short transaction, while it resolves with true and `signal` is not aborted.
 * Rejects when `step` does; finished steps stay committed.
 */
export async function inSteps(
  step: () => Promise<boolean>,
  { pause, signal }: { readonly pause: Pause; readonly signal: AbortSignal },
): Promise<void> {
  while (!signal.aborted && (await step())) await pause.wait(PAUSE_MS, signal);
}
