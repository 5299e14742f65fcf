import type { Clock } from '#shared';
import type { Pause } from './pause.ts';
import { inSteps } from './in-steps.ts';

const PAUSES_PER_STEP = 4;
/** Limits the pause when the clock is set forward during a step. */
const LONGEST_PAUSE_MS = 5000;

export interface Pace {
  readonly clock: Clock;
  readonly pause: Pause;
  readonly signal: AbortSignal;
}

/**
 * Repeats `step` like `inSteps`, but uses at most a fifth of the time, so that removing old data
 * does not slow down pages and reports.
 */
export async function runThrottled(
  step: () => Promise<boolean>,
  { clock, pause, signal }: Pace,
): Promise<void> {
  let tookMs = 0;
  const timed = async (): Promise<boolean> => {
    const startMs = clock.nowMs();
    const hasMore = await step();
    tookMs = clock.nowMs() - startMs;
    return hasMore;
  };
  const long: Pause = {
    wait: (ms, stopping) =>
      pause.wait(Math.min(LONGEST_PAUSE_MS, Math.max(ms, tookMs * PAUSES_PER_STEP)), stopping),
  };
  await inSteps(timed, { pause: long, signal });
}

/**
 * Works like `runThrottled` for steps that return the position where the next step continues. Ends
 * when a step returns undefined.
 */
export async function walkThrottled<Position>(
  step: (from: Position | undefined) => Promise<Position | undefined>,
  pace: Pace,
): Promise<void> {
  let position: Position | undefined;
  await runThrottled(async () => (position = await step(position)) !== undefined, pace);
}
