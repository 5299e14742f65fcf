import type { Clock } from '#shared';
import type { Pause } from './pause.ts';
import { inSteps } from './in-steps.ts';

/** A step of one part of the time, and a pause of four. */
const PAUSES_PER_STEP = 4;
/** A clock that was set forward makes no pause of an hour. */
const LONGEST_PAUSE_MS = 5000;

export interface Pace {
  readonly clock: Clock;
  readonly pause: Pause;
  readonly signal: AbortSignal;
}

/**
 * Repeats `step` as `inSteps` does, and takes at most a fifth of the time: what is removed after months must not slow down
 * pages and reports.
 */
export async function atAFifth(
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

/** The same of steps that say where to go on: undefined at the end. */
export async function walkAtAFifth<Position>(
  step: (from: Position | undefined) => Promise<Position | undefined>,
  pace: Pace,
): Promise<void> {
  let position: Position | undefined;
  await atAFifth(async () => (position = await step(position)) !== undefined, pace);
}
