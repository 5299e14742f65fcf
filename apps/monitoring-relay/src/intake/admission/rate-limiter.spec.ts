import { beforeEach, describe, expect, it } from '@jest/globals';
import { errorCategories } from '#shared';
import { ClockDouble } from '#telemetry/testing';
import type { MirroredKey } from '../../spool/keys/key-archive.ts';
import { RateLimiter } from './rate-limiter.ts';

const key = (publicKey: string, projectId = 1): MirroredKey => ({
  publicKey,
  projectId,
  projectSlug: 'app',
  enabled: true,
});

let clock: ClockDouble;

beforeEach(() => {
  clock = new ClockDouble();
});

function createLimiter(keyPerMinute: number, projectPerMinute = Infinity): RateLimiter {
  return new RateLimiter({ rates: { keyPerMinute, projectPerMinute } }, clock);
}

describe('RateLimiter', () => {
  it('lets a set number of reports pass in a minute, and says when the next may come', () => {
    const limiter = createLimiter(3);
    clock.ms += 20_500;
    expect([1, 1, 1].map((reports) => limiter.take(key('a'), reports))).toMatchObject([
      undefined,
      undefined,
      undefined,
    ]);
    expect(limiter.take(key('a'), 1)).toMatchObject({ scope: 'key', seconds: 40 });
    expect(limiter.take(key('b'), 1)).toBeUndefined();
    clock.ms += 39_499;
    expect(limiter.take(key('a'), 1)).toMatchObject({ scope: 'key', seconds: 1 });
    clock.ms += 1;
    expect(limiter.take(key('a'), 1)).toBeUndefined();
  });

  it('counts the reports of a project over all of its keys', () => {
    const limiter = createLimiter(Infinity, 2);
    limiter.take(key('a'), 1);
    limiter.take(key('b'), 1);
    expect(limiter.take(key('c'), 1)).toMatchObject({ scope: 'project', seconds: 60 });
    expect(limiter.take(key('d', 2), 1)).toBeUndefined();
  });

  it('does not count reports that it refuses', () => {
    const limiter = createLimiter(3, 5);
    limiter.take(key('a'), 2);
    expect(limiter.take(key('a'), 2)).toMatchObject({ scope: 'key' });
    expect(limiter.find(key('a'), 1)).toBeUndefined();
    expect(limiter.take(key('a'), 1)).toBeUndefined();
    expect(limiter.take(key('b'), 2)).toBeUndefined();
    expect(limiter.find(key('b'))).toMatchObject({ scope: 'project' });
  });

  it('lets a batch larger than the limit pass when it comes first', () => {
    const limiter = createLimiter(3);
    expect(limiter.take(key('a'), 10)).toBeUndefined();
    expect(limiter.take(key('a'), 1)).toMatchObject({ scope: 'key' });
  });

  it('counts the drops that SDKs report separately, with a limit of at least 100', () => {
    const limiter = createLimiter(1);
    expect(limiter.take(key('a'), 1)).toBeUndefined();
    expect(limiter.take(key('a'), 1)).toMatchObject({ scope: 'key' });
    expect(limiter.take(key('a'), 100, 'drops')).toBeUndefined();
    expect(limiter.take(key('a'), 1, 'drops')).toMatchObject({ scope: 'key' });
    const wide = createLimiter(200);
    expect(wide.take(key('a'), 200, 'drops')).toBeUndefined();
    expect(wide.take(key('a'), 200)).toBeUndefined();
  });

  it('begins a new minute when the clock is set back', () => {
    const limiter = createLimiter(1);
    limiter.take(key('a'), 1);
    clock.ms -= 3_600_000;
    expect(limiter.take(key('a'), 1)).toBeUndefined();
    expect(limiter.take(key('a'), 1)).toMatchObject({ scope: 'key', seconds: 60 });
  });

  it('applies the own limit of a key or project before the general one, higher or lower', () => {
    const limiter = createLimiter(3, 5);
    expect(limiter.take({ ...key('a'), keyPerMinute: 1 }, 1)).toBeUndefined();
    expect(limiter.take({ ...key('a'), keyPerMinute: 1 }, 1)).toMatchObject({ scope: 'key' });
    const own = { ...key('b', 2), keyPerMinute: 100, projectPerMinute: 6 };
    expect(limiter.take(own, 4)).toBeUndefined();
    expect(limiter.take(own, 2)).toBeUndefined();
    expect(limiter.take(own, 1)).toMatchObject({ scope: 'project' });
  });

  it('counts earlier reports of the minute towards a limit that is set meanwhile', () => {
    const limiter = createLimiter(10);
    limiter.take(key('a'), 5);
    expect(limiter.take({ ...key('a'), keyPerMinute: 5 }, 1)).toMatchObject({ scope: 'key' });
    expect(limiter.take({ ...key('a'), keyPerMinute: 6 }, 1)).toBeUndefined();
  });

  it('limits nothing unless a limit is set', () => {
    const limiter = createLimiter(Infinity);
    expect(limiter.take(key('a'), 1_000_000_000)).toBeUndefined();
    expect(limiter.take(key('a'), 1_000_000_000)).toBeUndefined();
  });

  it('counts sessions separately, and does not hold back other kinds for them', () => {
    const limiter = createLimiter(2);
    expect(limiter.take(key('a'), 2)).toBeUndefined();
    expect(limiter.take(key('a'), 2, 'sessions')).toBeUndefined();
    expect(limiter.take(key('a'), 1, 'sessions')).toMatchObject({ kinds: 'session' });
    expect(limiter.take(key('a'), 1)).toMatchObject({ kinds: errorCategories });
  });

  it('counts logs separately, a hundred for each report', () => {
    const limiter = createLimiter(2);
    expect(limiter.take(key('a'), 2)).toBeUndefined();
    expect(limiter.take(key('a'), 200, 'logs')).toBeUndefined();
    expect(limiter.take(key('a'), 1, 'logs')).toMatchObject({ kinds: 'log_item' });
  });

  describe('a key for errors alone', () => {
    const errors = (publicKey: string): MirroredKey => ({ ...key(publicKey), scope: 'errors' });

    it.each([
      ['60 reports a minute', Infinity, {}, 60],
      ['the limit of all keys where it is lower', 1, {}, 1],
      ['its own limit, even a higher one', 1, { keyPerMinute: 100 }, 100],
    ])('has %s', (_, keyPerMinute, own, most) => {
      const limiter = createLimiter(keyPerMinute);
      const of = { ...errors('a'), ...own };
      expect(limiter.take(of, most + 1)).toMatchObject({ scope: 'key' });
      expect(limiter.take(of, most)).toBeUndefined();
      expect(limiter.take(of, 1)).toMatchObject({ scope: 'key', kinds: errorCategories });
    });
  });
});
