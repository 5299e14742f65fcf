import { describe, expect, it } from '@jest/globals';
import { DurationHistogram, toBucket } from './duration-histogram.ts';
import { findChance, findSlower, type HourOfRelease } from './segment-change.ts';

const HOUR_MS = 3_600_000;
const WEEK_HOURS = 168;

/** Random numbers that are the same in each run. */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32;
    return state / 2 ** 32;
  };
}

const drawNormal = (random: () => number): number =>
  Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());

/** Buckets of durations whose middle is 80 ms. One request in a hundred takes ten times as long. */
function drawBuckets(spread: number): readonly number[] {
  const random = createRandom(99);
  return Array.from({ length: 20_000 }, () => {
    return toBucket(80 * Math.exp(spread * drawNormal(random)) * (random() < 0.01 ? 10 : 1));
  });
}

/** Nights and weekends have fewer requests, which take less time. */
function makeHour(
  buckets: readonly number[],
  { load, requests, slower = 0 }: { load: number; requests: number; slower?: number },
  random: () => number,
): DurationHistogram {
  const counts = new Map<number, number>();
  const moved = slower + toBucket(80 * (1 + load / 3)) - toBucket(80);
  const all = requests * (1 + load / 2) * (0.9 + 0.2 * random());
  for (let at = 0; at < all; at += 1) {
    const bucket = buckets[Math.floor(random() * buckets.length)]! + moved;
    counts.set(bucket, (counts.get(bucket) ?? 0) + 1);
  }
  return DurationHistogram.of(counts);
}

const toLoad = (hour: number): number =>
  Math.sin(((hour % 24) / 24) * 2 * Math.PI) * (hour % WEEK_HOURS >= 120 ? 0.3 : 1);

/** Makes the hours of two releases, the second one from `deployedAt` on, with other traffic. */
function makeHours(
  { deployedAt, until, seed }: { deployedAt: number; until: number; seed: number },
  make: (release: number, random: () => number) => DurationHistogram,
): readonly HourOfRelease[] {
  const random = createRandom(seed);
  return Array.from({ length: 76 }, (_, index) => {
    const hour = until - 75 + index;
    const release = hour < deployedAt ? 1 : 2;
    return { startsAt: hour * HOUR_MS, release, durations: make(release, random) };
  });
}

/** Durations of a request that waits for calls one after the other. */
function addCalls(calls: number, callMs: number, random: () => number): number {
  let sumMs = 20 + 10 * random();
  for (let call = 0; call < calls; call += 1) sumMs += callMs * (0.5 + random());
  return sumMs;
}

function fill(requests: number, next: () => number): DurationHistogram {
  const durations = new DurationHistogram();
  for (let at = 0; at < requests; at += 1) durations.add(next());
  return durations;
}

describe('findSlower', () => {
  it.each<[name: string, (release: number, random: () => number) => DurationHistogram]>([
    ['an N+1', (release, random) => fill(300, () => addCalls(release === 1 ? 1 : 20, 3, random))],
    [
      'a missing index',
      (release, random) => fill(300, () => addCalls(2, release === 1 ? 5 : 60, random)),
    ],
    [
      'a slow third party',
      (release, random) => fill(300, () => addCalls(1, release === 1 ? 80 : 200, random)),
    ],
    [
      'a cold cache',
      (release, random) =>
        fill(600, () => addCalls(1, random() < (release === 1 ? 0.03 : 0.4) ? 90 : 2, random)),
    ],
    [
      'a query that is asked twice',
      (release, random) => fill(300, () => addCalls(release === 1 ? 1 : 2, 100, random)),
    ],
  ])('finds %s two hours after the release', (_, make) => {
    const deployedAt = 1000;
    const hours = (until: number) => makeHours({ deployedAt, until, seed: 7 }, make);
    expect(findSlower(hours(deployedAt), 500)).toBeUndefined();
    const found = findSlower(hours(deployedAt + 1), 500);
    expect(found).toMatchObject({ release: 2, before: 1 });
    expect(found!.p95Ms / found!.p95BeforeMs).toBeGreaterThan(1.2);
  });

  it('finds nothing in ten weeks of releases, days and nights without a change', () => {
    const marked: string[] = [];
    const cases = [
      // Releases come on Monday morning, when load rises.
      { spread: 0.3, everyHours: WEEK_HOURS, noise: 0 },
      // Some come on Friday evening: the nights of a weekend have more load than others.
      { spread: 0.7, everyHours: 31, noise: 0 },
      // Hours differ by more than their requests tell.
      { spread: 0.6, everyHours: 24, noise: 0.12 },
    ];
    for (const { spread, everyHours, noise } of cases) {
      const [buckets, random] = [drawBuckets(spread), createRandom(spread * 10)];
      const hours: HourOfRelease[] = [];
      for (let hour = 0; hour < 10 * WEEK_HOURS; hour += 1) {
        const release = Math.floor((hour - 2) / everyHours) + 2;
        const slower = Math.round((noise * drawNormal(random)) / Math.log(1.04));
        const durations = makeHour(buckets, { load: toLoad(hour), requests: 500, slower }, random);
        hours.push({ startsAt: hour * HOUR_MS, release, durations });
        if (findSlower(hours.slice(-76), 100)) marked.push(`hour ${hour}, spread ${spread}`);
      }
    }
    expect(marked).toEqual([]);
  });

  it.each([
    ['too few requests', 150, 2],
    ['a factor below 1.2', 5000, 1.1],
  ])('finds nothing with %s', (_, requests, factor) => {
    const deployedAt = 1000;
    const buckets = drawBuckets(0.5);
    const slower = buckets.map((bucket) => bucket + toBucket(80 * factor) - toBucket(80));
    const hours = makeHours({ deployedAt, until: deployedAt + 5, seed: 3 }, (release, random) =>
      makeHour(release === 1 ? buckets : slower, { load: 0, requests }, random),
    );
    expect(findSlower(hours, 1)).toBeUndefined();
  });
});

describe('findChance', () => {
  it('is the normal approximation of the rank-sum test with ties', () => {
    const [low, high] = [new DurationHistogram(), new DurationHistogram()];
    for (let at = 0; at < 200; at += 1) {
      low.add(at % 2 === 0 ? 10 : 20);
      high.add(at % 4 === 0 ? 10 : 20);
    }
    // The test by hand finds U = 25,000, σ = 969.5 with ties and z = 5.157.
    expect(findChance(high, low) / 1.252e-7).toBeCloseTo(1, 2);
    expect(findChance(low, high)).toBe(1);
    expect(findChance(low, low)).toBe(1);
  });
});
