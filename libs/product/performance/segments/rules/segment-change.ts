import { DurationHistogram } from './duration-histogram.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const LEAST_FACTOR = 1.2;
/** Hours differ without a change, so each that is compared must be exceeded by this. */
const LEAST_FACTOR_OF_HOUR = 1.1;
/** Where no day before tells the rhythm of load, a change must be larger and close to the release. */
const LEAST_FACTOR_OF_YOUNG = 1.5;
const YOUNG_MS = 4 * HOUR_MS;
const LEAST_REQUESTS = 200;
/** Hours with more requests than those before, such as a Saturday's, may be slower without a change. */
const MOST_LOAD = 1.25;
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
  const loads = sumLoads(hours);
  const busy = hours.filter(isBusy);
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
  const lately = listOf(before).slice(-HOURS_BEFORE);
  const older = hours.filter(({ release }) => firstAt.get(release)! < beganAt);
  for (const hour of [first, last]) {
    const around = DAYS_BEFORE.map((days) => listAround(older, hour.startsAt - days * DAY_MS));
    const leastLoad = loads.get(hour.startsAt)! / MOST_LOAD;
    const earlier = around
      .filter((each) => isAsBusy(each, leastLoad, loads))
      .map(merge)
      .filter(({ count }) => count >= LEAST_REQUESTS);
    const isYoung = older.every(({ startsAt }) => startsAt > hour.startsAt - DAY_MS);
    const mayJudge = earlier.length > 0 || (isYoung && hour.startsAt < beganAt + YOUNG_MS);
    const factor = earlier.length > 0 ? LEAST_FACTOR : LEAST_FACTOR_OF_YOUNG;
    const isLonger = (than: DurationHistogram, by: number) =>
      hour.durations.findPercentileMs(0.95) >= than.findPercentileMs(0.95) * by;
    const isSlower =
      [merge(lately), ...earlier].every(
        (each) =>
          isLonger(each, factor) && findChance(hour.durations, each) < LEAST_CHANCE / compared,
      ) &&
      [...lately, ...around.flat()]
        .filter(isBusy)
        .every(({ durations }) => isLonger(durations, LEAST_FACTOR_OF_HOUR));
    if (!mayJudge || !isSlower) return undefined;
  }
  return {
    release: newest,
    before,
    p95Ms: merge([first, last]).findPercentileMs(0.95),
    p95BeforeMs: merge(lately).findPercentileMs(0.95),
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

/** Sums the requests of all releases by hour. */
function sumLoads(hours: readonly HourOfRelease[]): ReadonlyMap<number, number> {
  const loads = new Map<number, number>();
  for (const { startsAt, durations } of hours) {
    loads.set(startsAt, (loads.get(startsAt) ?? 0) + durations.count);
  }
  return loads;
}

function isAsBusy(
  hours: readonly HourOfRelease[],
  load: number,
  loads: ReadonlyMap<number, number>,
): boolean {
  return hours.reduce((sum, { startsAt }) => sum + loads.get(startsAt)!, 0) >= load * hours.length;
}

function isBusy({ durations }: HourOfRelease): boolean {
  return durations.count >= LEAST_REQUESTS;
}

/** Returns what is known of an hour and of those beside it. */
function listAround(hours: readonly HourOfRelease[], startsAt: number): readonly HourOfRelease[] {
  return hours.filter((each) => Math.abs(each.startsAt - startsAt) <= HOUR_MS);
}

function merge(hours: readonly HourOfRelease[]): DurationHistogram {
  const merged = new DurationHistogram();
  for (const { durations } of hours) merged.addHistogram(durations);
  return merged;
}
