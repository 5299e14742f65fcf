import { beforeEach, describe, expect, it } from '@jest/globals';
import { ClockDouble } from '../../../test/support/doubles.ts';
import type { MirroredKey } from '../../spool/key-archive.ts';
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
  it('lets so many pass in a minute, and says for how long no more do', () => {
    const limiter = createLimiter(3);
    clock.ms += 20_500;
    expect([1, 1, 1].map((reports) => limiter.take(key('a'), reports))).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
    expect(limiter.take(key('a'), 1)).toEqual({ scope: 'key', seconds: 40 });
    expect(limiter.take(key('b'), 1)).toBeUndefined();
    clock.ms += 39_499;
    expect(limiter.take(key('a'), 1)).toEqual({ scope: 'key', seconds: 1 });
    clock.ms += 1;
    expect(limiter.take(key('a'), 1)).toBeUndefined();
  });

  it('counts over all keys of a project', () => {
    const limiter = createLimiter(Infinity, 2);
    limiter.take(key('a'), 1);
    limiter.take(key('b'), 1);
    expect(limiter.take(key('c'), 1)).toEqual({ scope: 'project', seconds: 60 });
    expect(limiter.take(key('d', 2), 1)).toBeUndefined();
  });

  it('counts nothing of what it does not let pass', () => {
    const limiter = createLimiter(3, 5);
    limiter.take(key('a'), 2);
    expect(limiter.take(key('a'), 2)).toMatchObject({ scope: 'key' });
    expect(limiter.find(key('a'), 1)).toBeUndefined();
    expect(limiter.take(key('a'), 1)).toBeUndefined();
    expect(limiter.take(key('b'), 2)).toBeUndefined();
    expect(limiter.find(key('b'))).toMatchObject({ scope: 'project' });
  });

  it('lets one pass that is more than the limit by itself, when it comes first', () => {
    const limiter = createLimiter(3);
    expect(limiter.take(key('a'), 10)).toBeUndefined();
    expect(limiter.take(key('a'), 1)).toMatchObject({ scope: 'key' });
  });

  it('begins anew when the clock is set back', () => {
    const limiter = createLimiter(1);
    limiter.take(key('a'), 1);
    clock.ms -= 3_600_000;
    expect(limiter.take(key('a'), 1)).toBeUndefined();
    expect(limiter.take(key('a'), 1)).toEqual({ scope: 'key', seconds: 60 });
  });

  it('has no limits unless they are set', () => {
    const limiter = createLimiter(Infinity);
    expect(limiter.take(key('a'), 1_000_000_000)).toBeUndefined();
    expect(limiter.take(key('a'), 1_000_000_000)).toBeUndefined();
  });
});
