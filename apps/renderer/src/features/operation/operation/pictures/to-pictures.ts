import type { OutcomeStore } from '#product/recording/outcomes';
import type { OperationSample } from '#product/retention/space';
import { listTimeTicks } from '../../../../charts/index.ts';
import { ENDING_GROUPS } from '../../../retention/project-data/index.ts';

const HOUR_MS = 3_600_000;
const TICKS = 6;
/** Hours of a bar, and number of bars. */
const RANGES = { '24h': [1, 24], '7d': [3, 56], '30d': [12, 60] } as const;

/** Makes bars of whole hours of UTC, the last with `nowMs`. Unknown ranges are a day. */
export function toBars(asked: unknown, nowMs: number) {
  const range = (['7d', '30d'] as const).find((name) => name === asked) ?? '24h';
  const [hours, bars] = RANGES[range];
  const stepMs = hours * HOUR_MS;
  const endMs = (Math.floor(nowMs / stepMs) + 1) * stepMs;
  return { range, bars, stepMs, firstMs: endMs - bars * stepMs, endMs };
}

/** Each list has a value for each bar, oldest first. */
export function toPictures(
  { range, bars, stepMs, firstMs, endMs }: ReturnType<typeof toBars>,
  outcomes: Awaited<ReturnType<OutcomeStore['listAll']>>,
  samples: readonly OperationSample[],
) {
  const toIndex = (startsAtMs: number): number => Math.floor((startsAtMs - firstMs) / stepMs);
  const empty = Array.from({ length: bars }, () => 0);
  const lists = { taken: [...empty], filtered: [...empty], refused: [...empty] };
  // The clock of a relay may be an hour ahead of this one's.
  const isDrawn = ({ startsAtMs }: { readonly startsAtMs: number }): boolean =>
    startsAtMs >= firstMs && startsAtMs < endMs;
  for (const { startsAtMs, outcome, quantity } of outcomes.filter(isDrawn)) {
    lists[ENDING_GROUPS[outcome]][toIndex(startsAtMs)]! += quantity;
  }
  /** The most reports that waited; null where no relay wrote a sample. */
  const waiting = empty.map((): number | null => null);
  const hours = sumHours(samples.filter(isDrawn));
  for (const hour of hours) {
    const index = toIndex(hour.startsAtMs);
    waiting[index] = Math.max(hour.waiting, waiting[index] ?? 0);
  }
  const [highest] = hours.toSorted((a, b) => b.waiting - a.waiting || b.startsAtMs - a.startsAtMs);
  // A name at an end would leave the page.
  const ticks = listTimeTicks(firstMs, endMs, TICKS).filter(({ at }) => at > 0.05 && at < 0.95);
  return { range, firstMs, stepMs, ticks, ...lists, waiting, highest };
}

/** Adds up the queues of all relays in an hour. */
function sumHours(samples: readonly OperationSample[]) {
  const hours = new Map<number, { startsAtMs: number; waiting: number; oldestMs: number }>();
  for (const { startsAtMs, waiting, oldestMs } of samples) {
    const hour = hours.get(startsAtMs) ?? { startsAtMs, waiting: 0, oldestMs: 0 };
    hour.waiting += waiting;
    hour.oldestMs = Math.max(hour.oldestMs, oldestMs);
    hours.set(startsAtMs, hour);
  }
  return [...hours.values()];
}
