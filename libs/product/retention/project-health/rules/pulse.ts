import { toSize } from '#product/projects/projects/rules';
import type { Sign } from '#product/projects/projects/rules';

export const BAR_HOURS = 6;

export const BARS_A_DAY = 24 / BAR_HOURS;

/** Counts of events by `BAR_HOURS` hours. */
export interface Pulse {
  /** The most of the last 24 hours. */
  readonly most: number;
  /** The most of the seven days before, in which a job of each week ran once. */
  readonly mostBefore: number;
  /** How many counts of the seven days before are above zero. */
  readonly filledBefore: number;
}

const LEAST_EVENTS = 100;
const LEAST_TIMES = 4;
const LEAST_FILLED = (7 * BARS_A_DAY) / 2;

/**
 * Finds a burst: six hours of the last day have at least 100 events, and four times as many as any
 * six hours of the week before. Finds none in a project without events in half of that week.
 */
export function findBurst(pulse: Pulse): (Sign & { readonly times: number }) | undefined {
  const { most, mostBefore, filledBefore } = pulse;
  const times = Math.floor(most / Math.max(1, mostBefore));
  const isBurst = filledBefore >= LEAST_FILLED && most >= LEAST_EVENTS && times >= LEAST_TIMES;
  return isBurst ? { kind: 'burst', size: toSize(times, LEAST_TIMES, 40), times } : undefined;
}
