import { beforeEach, describe, expect, it } from '@jest/globals';
import { errorCategories, reportLimits } from '#shared';
import { ClockDouble } from '#telemetry/testing';
import type { MirroredKey } from '../../spool/keys/key-archive.ts';
import { RateLimiter } from './rate-limiter.ts';

const key = (publicKey: string, traits: Partial<MirroredKey> = {}): MirroredKey => ({
  publicKey,
  projectId: 1,
  projectSlug: 'app',
  enabled: true,
  ...traits,
});

let clock: ClockDouble;

beforeEach(() => {
  clock = new ClockDouble();
});

function createLimiter(keyPerMinute: number, projectPerMinute = Infinity) {
  const limiter = new RateLimiter({ rates: { keyPerMinute, projectPerMinute } }, clock);
  type Taken = Parameters<RateLimiter['take']>;
  return {
    find: limiter.find.bind(limiter),
    charge: limiter.charge.bind(limiter),
    take: (from: MirroredKey | string, reports = 1, what?: Taken[2]) =>
      limiter.take(typeof from === 'string' ? key(from) : from, reports, what),
  };
}

const BY_KEY = { scope: 'key' };
const BY_PROJECT = { scope: 'project' };

describe('RateLimiter', () => {
  it('lets a set number of reports pass in a minute, and says when the next may come', () => {
    const { take } = createLimiter(3);
    clock.ms += 20_500;
    for (let count = 0; count < 3; count += 1) expect(take('a')).toBeUndefined();
    expect(take('a')).toMatchObject({ ...BY_KEY, seconds: 40 });
    expect(take('b')).toBeUndefined();
    clock.ms += 39_499;
    expect(take('a')).toMatchObject({ ...BY_KEY, seconds: 1 });
    clock.ms += 1;
    expect(take('a')).toBeUndefined();
  });

  it('counts the reports of a project over all of its keys', () => {
    const { take } = createLimiter(Infinity, 2);
    take('a');
    take('b');
    expect(take('c')).toMatchObject({ ...BY_PROJECT, seconds: 60 });
    expect(take(key('d', { projectId: 2 }))).toBeUndefined();
  });

  it('does not count reports that it refuses', () => {
    const { find, take } = createLimiter(3, 5);
    take('a', 2);
    expect(take('a', 2)).toMatchObject(BY_KEY);
    expect(find(key('a'), 1)).toBeUndefined();
    expect(take('a')).toBeUndefined();
    expect(take('b', 2)).toBeUndefined();
    expect(find(key('b'))).toMatchObject(BY_PROJECT);
  });

  it('lets a batch larger than the limit pass when it comes first', () => {
    const { take } = createLimiter(3);
    expect(take('a', 10)).toBeUndefined();
    expect(take('a')).toMatchObject(BY_KEY);
  });

  it('begins a new minute when the clock is set back', () => {
    const { take } = createLimiter(1);
    take('a');
    clock.ms -= 3_600_000;
    expect(take('a')).toBeUndefined();
    expect(take('a')).toMatchObject({ ...BY_KEY, seconds: 60 });
  });

  it('applies the own limit of a key or project before the general one, higher or lower', () => {
    const { take } = createLimiter(3, 5);
    expect(take(key('a', { keyPerMinute: 1 }))).toBeUndefined();
    expect(take(key('a', { keyPerMinute: 1 }))).toMatchObject(BY_KEY);
    const own = key('b', { projectId: 2, keyPerMinute: 100, projectPerMinute: 6 });
    expect(take(own, 4)).toBeUndefined();
    expect(take(own, 2)).toBeUndefined();
    expect(take(own)).toMatchObject(BY_PROJECT);
  });

  it('counts earlier reports of the minute towards a limit that is set meanwhile', () => {
    const { take } = createLimiter(10);
    take('a', 5);
    expect(take(key('a', { keyPerMinute: 5 }))).toMatchObject(BY_KEY);
    expect(take(key('a', { keyPerMinute: 6 }))).toBeUndefined();
  });

  it('limits nothing unless a limit is set', () => {
    const { take } = createLimiter(Infinity);
    for (let count = 0; count < 2; count += 1) expect(take('a', 1_000_000_000)).toBeUndefined();
  });

  it.each([
    ['sessions, and does not hold back other kinds for them', 'sessions', 2, 2, 'session'],
    ['logs, a hundred for each report', 'logs', 2, 200, 'log_item'],
    ['drops that SDKs report, with a limit of at least 100', 'drops', 1, 100, undefined],
    ['drops that SDKs report, as many as reports', 'drops', 200, 200, undefined],
  ] as const)('counts separately: %s', (_, what, perMinute, most, kinds) => {
    const { take } = createLimiter(perMinute);
    expect(take('a', perMinute)).toBeUndefined();
    expect(take('a', most, what)).toBeUndefined();
    expect(take('a', 1, what)).toMatchObject(kinds ? { ...BY_KEY, kinds } : BY_KEY);
    expect(take('a')).toMatchObject({ ...BY_KEY, kinds: errorCategories });
  });

  it('limits the bytes that a key inflates, even those that it has already received', () => {
    const { charge, find } = createLimiter(3000);
    const bytes = 3000 * reportLimits.inflatedBytesPerReport;
    charge(key('a'), bytes - 1, 'inflation');
    expect(find(key('a'), 1, 'inflation')).toBeUndefined();
    charge(key('a'), bytes, 'inflation');
    expect(find(key('a'), 1, 'inflation')).toMatchObject({ ...BY_KEY, seconds: 60 });
    expect(find(key('b'), 1, 'inflation')).toBeUndefined();
  });

  it.each([
    ['60 reports a minute', Infinity, {}, 60],
    ['the limit of all keys where it is lower', 1, {}, 1],
    ['its own limit, even a higher one', 1, { keyPerMinute: 100 }, 100],
  ])('gives a key for errors alone %s', (_, keyPerMinute, own, most) => {
    const { take } = createLimiter(keyPerMinute);
    const of = key('a', { scope: 'errors', ...own });
    expect(take(of, most + 1)).toMatchObject(BY_KEY);
    expect(take(of, most)).toBeUndefined();
    expect(take(of)).toMatchObject({ ...BY_KEY, kinds: errorCategories });
  });
});
