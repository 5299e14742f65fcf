import { describe, expect, it } from '@jest/globals';
import type { OperationSample } from '#product/retention/space';
import { toDiskPicture, type DiskFacts } from './to-disk-picture.ts';
import { toBars, toPictures } from './to-pictures.ts';

const HOUR_MS = 3_600_000;
const NOON_MS = Date.UTC(2026, 0, 5, 12);
const GB = 1e9;

const sampleOf = (hoursAgo: number, traits: Partial<OperationSample> = {}): OperationSample => ({
  startsAtMs: NOON_MS - hoursAgo * HOUR_MS,
  relay: 'one',
  waiting: 0,
  oldestMs: 0,
  databaseBytes: 2 * GB,
  ownBytes: 4 * GB,
  logBytes: 0.4 * GB,
  spoolBytes: 0.1 * GB,
  allBytes: 56 * GB,
  freeBytes: 12 * GB,
  ...traits,
});

describe('toPictures', () => {
  const outcomes = [
    { startsAtMs: NOON_MS, outcome: 'stored', quantity: 5 },
    { startsAtMs: NOON_MS, outcome: 'duplicate', quantity: 2 },
    { startsAtMs: NOON_MS, outcome: 'filtered', quantity: 3 },
    { startsAtMs: NOON_MS - 2 * HOUR_MS, outcome: 'rate_limited', quantity: 4 },
    { startsAtMs: NOON_MS + HOUR_MS, outcome: 'stored', quantity: 9 },
  ] as const;
  const draw = (range: unknown, ...samples: readonly OperationSample[]) =>
    toPictures(toBars(range, NOON_MS + 1), [...outcomes], samples);

  it.each([
    ['24h', 24, 1, '2026-01-04T13:00:00.000Z'],
    ['7d', 56, 3, '2025-12-29T15:00:00.000Z'],
    ['30d', 60, 12, '2025-12-07T00:00:00.000Z'],
    [['x'], 24, 1, '2026-01-04T13:00:00.000Z'],
  ])('draws the range %j as %i bars of %i hours, the last with the present', (...row) => {
    const [range, bars, hours, first] = row;
    const { taken, firstMs, stepMs } = draw(range);
    expect([taken.length, stepMs, firstMs]).toEqual([bars, hours * HOUR_MS, Date.parse(first)]);
  });

  it('adds up outcomes as accepted, filtered and refused', () => {
    const { taken, filtered, refused } = draw('24h');
    const ends = [taken, filtered, refused].map((values) => values.slice(-3));
    expect(ends).toEqual([
      [0, 0, 7],
      [0, 0, 3],
      [4, 0, 0],
    ]);
  });

  it('adds up the queues of relays by hour, and leaves bars without a sample open', () => {
    const before = sampleOf(2, { waiting: 30, oldestMs: 5 });
    const two = sampleOf(2, { waiting: 12, oldestMs: 9, relay: 'two' });
    const { waiting, highest } = draw(
      '24h',
      sampleOf(30, { waiting: 99 }),
      before,
      two,
      sampleOf(0),
      sampleOf(-1, { waiting: 77 }),
    );
    expect(waiting.slice(-4)).toEqual([null, 42, null, 0]);
    expect(highest).toEqual({ startsAtMs: NOON_MS - 2 * HOUR_MS, waiting: 42, oldestMs: 9 });
    expect(draw('7d', before, sampleOf(1)).waiting.slice(-2)).toEqual([30, null]);
    expect(draw('24h').highest).toBeUndefined();
  });
});

describe('toDiskPicture', () => {
  const toUse = (table: string, gb: number) => ({ table, bytes: gb * GB, projects: [] });
  const tables = [
    toUse('event_payloads', 0.9),
    toUse('attachment_chunks', 0.4),
    toUse('events', 0.15),
    toUse('key_tags', 0.05),
  ];
  const use = { measuredAtMs: 0, bytes: 2 * GB, freeBytes: 0.5 * GB, canGiveBack: true, tables };
  const draw = (samples: readonly OperationSample[], facts: Partial<DiskFacts> = {}) =>
    toDiskPicture({ samples, use, budgetBytes: 14 * GB, isDatabaseInFolder: true, ...facts });

  it('says what fills the disk, and which share is whose', () => {
    const picture = draw([sampleOf(0)]);
    expect(picture?.sentences).toEqual([
      'Errata 4.0 GB: other files 1.5 GB, events 1.1 GB, free in the database 500 MB, attachments 400 MB, logs 400 MB, waiting reports 100 MB, counts and settings 50.0 MB.',
    ]);
    expect(picture?.room).toEqual({
      others: '40.0 GB',
      free: '12.0 GB',
      all: '56.0 GB',
      usedPercent: 79,
      ownShare: 4 / 56,
      othersShare: 40 / 56,
      bound: { name: '14.0 GB', at: 0.25 },
    });
    expect(draw([])).toBeUndefined();
  });

  it('marks no budget on a disk without the database, whose own disk is unknown', () => {
    const elsewhere = draw([sampleOf(0)], { isDatabaseInFolder: false, use: undefined });
    expect(elsewhere?.room?.bound).toBeUndefined();
    expect(elsewhere?.sentences).toEqual([
      'Errata 4.0 GB: other files 3.5 GB, logs 400 MB, waiting reports 100 MB.',
      'PostgreSQL takes 2.0 GB without logs (not measured yet 2.0 GB), on a disk that Errata cannot measure. The bar is the disk of DATA_DIR.',
    ]);
  });

  it('draws the fullest disk of present relays, and none of an unknown size', () => {
    const gone = sampleOf(1, { relay: 'gone', freeBytes: GB });
    const two = sampleOf(0, { relay: 'two', freeBytes: 3 * GB });
    expect(draw([gone, two, sampleOf(0)])?.room?.free).toBe('3.0 GB');
    expect(draw([sampleOf(0, { allBytes: null })])?.room).toBeUndefined();
  });

  it.each([
    ['falls evenly', [18, 16, 14, 12], '2.0 GB a day, the disk is full in 6 days.'],
    ['falls slowly', [12.3, 12.2, 12.1, 12], undefined],
    ['fell once', [18, 12.2, 12.1, 12], undefined],
    ['rose once', [18, 14, 14.5, 12], undefined],
    ['is known for two days', [14, 12], undefined],
  ])('tells only a clear pace: the free space %s', (_, free, told) => {
    const samples = free.map((each, index) =>
      sampleOf(24 * (free.length - 1 - index), { freeBytes: each * GB }),
    );
    const pace = draw(samples)?.sentences[1];
    expect(pace?.slice(pace.indexOf('2.0'))).toBe(told);
  });
});
