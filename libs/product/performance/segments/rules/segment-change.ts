import { DurationHistogram } from './duration-histogram.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const LEAST_FACTOR = 1.2;
/** Where no day before tells the rhythm of load, a change must be larger and close to the release. */
const LEAST_FACTOR_OF_YOUNG = 1.5;
const YOUNG_MS = 4 * HOUR_MS;
const LEAST_REQUESTS = 200;
/** Probability that any of the compared names is marked by chance. */
const LEAST_CHANCE = 0.001;
/** Hours of the release before, and days whose same hour is compared. Monday has Friday's. */
const HOURS_BEFORE = 3;
const DAYS_BEFORE = [1, 2, 3];

/** Durations of one name in one environment, by hour and release. */
export interface HourOfRelease {
  readonly startsAt: number;
  readonly release: number;
  readonly durations: DurationHistogram;
}

export interface FoundChange {
  readonly release: number;
  readonly before: number;
  readonly p95Ms: number;
  readonly p95BeforeMs: number;
}

/**
 * Finds whether the newest release is slower than the one before by more than chance, in its last
 * two hours of its first day. Each must be slower than the release before in its last hours, and
 * than the same hour of the days before, because load has its rhythm. `hours` are whole, and of the
 * last three days.
 */
export function findSlower(
  hours: readonly HourOfRelease[],
  compared: number,
): FoundChange | undefined {
  const firstAt = new Map<number, number>();
  for (const { release, startsAt } of hours.toSorted((a, b) => b.startsAt - a.startsAt)) {
    firstAt.set(release, startsAt);
  }
  const busy = hours.filter(({ durations }) => durations.count >= LEAST_REQUESTS);
  const [newest, before] = [...new Set(busy.map(({ release }) => release))].toSorted(
    (a, b) => firstAt.get(b)! - firstAt.get(a)! || b - a,
  );
  if (newest === undefined || before === undefined) return undefined;
  const beganAt = firstAt.get(newest)!;
  const listOf = (asked: number) =>
    busy.filter(({ release }) => release === asked).toSorted((a, b) => a.startsAt - b.startsAt);
  // Later on, the same hour of the day before is one of the newest release itself.
  const own = listOf(newest).filter(({ startsAt }) => startsAt < beganAt + DAY_MS);
  const [first, last] = own.slice(-2);
  if (!first || !last || last.startsAt - first.startsAt !== HOUR_MS) return undefined;
  const lately = merge(listOf(before).slice(-HOURS_BEFORE));
  const older = hours.filter(({ release }) => firstAt.get(release)! < beganAt);
  for (const hour of [first, last]) {
    const earlier = DAYS_BEFORE.flatMap((days) => listAround(older, hour.startsAt - days * DAY_MS));
    const isYoung = older.every(({ startsAt }) => startsAt > hour.startsAt - DAY_MS);
    const mayJudge = earlier.length > 0 || (isYoung && hour.startsAt < beganAt + YOUNG_MS);
    const factor = earlier.length > 0 ? LEAST_FACTOR : LEAST_FACTOR_OF_YOUNG;
    const isSlower = [lately, ...earlier].every(
      (each) =>
        hour.durations.findPercentileMs(0.95) >= each.findPercentileMs(0.95) * factor &&
        findChance(hour.durations, each) < LEAST_CHANCE / compared,
    );
    if (!mayJudge || !isSlower) return undefined;
  }
  return {
    release: newest,
    before,
    p95Ms: merge([first, last]).findPercentileMs(0.95),
    p95BeforeMs: lately.findPercentileMs(0.95),
  };
}

/** Chance that `after` is as high against `before` when both are alike: the rank-sum test, one-sided. */
export function findChance(after: DurationHistogram, before: DurationHistogram): number {
  const [n, m] = [after.count, before.count];
  const all = n + m;
  let [below, higher, ties] = [0, 0, 0];
  const [own, old] = [after.list(), before.list()];
  for (let bucket = 0; bucket < own.length; bucket += 1) {
    const tied = own[bucket]! + old[bucket]!;
    higher += own[bucket]! * (below + old[bucket]! / 2);
    below += old[bucket]!;
    ties += tied * tied * tied - tied;
  }
  const variance = ((n * m) / 12) * (all + 1 - ties / (all * (all - 1)));
  if (!(variance > 0)) return 1;
  const z = (higher - (n * m) / 2) / Math.sqrt(variance);
  // The series is exact enough for the small chances that count.
  if (z < 3) return 1;
  const series = 1 - 1 / z ** 2 + 3 / z ** 4;
  return (Math.exp(-(z ** 2) / 2) / (z * Math.sqrt(2 * Math.PI))) * series;
}

/** Returns the durations of the hour and of those beside it, if they are enough. */
function listAround(
  hours: readonly HourOfRelease[],
  startsAt: number,
): readonly DurationHistogram[] {
  const around = merge(hours.filter((each) => Math.abs(each.startsAt - startsAt) <= HOUR_MS));
  return around.count >= LEAST_REQUESTS ? [around] : [];
}

function merge(hours: readonly HourOfRelease[]): DurationHistogram {
  const merged = new DurationHistogram();
  for (const { durations } of hours) merged.addHistogram(durations);
  return merged;
}
