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
  it('lets so many pass in a minute, and says for how long no more do', () => {
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

  it('counts over all keys of a project', () => {
    const limiter = createLimiter(Infinity, 2);
    limiter.take(key('a'), 1);
    limiter.take(key('b'), 1);
    expect(limiter.take(key('c'), 1)).toMatchObject({ scope: 'project', seconds: 60 });
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

  it('counts what SDKs tell of their drops by itself, up to 100 where reports may be fewer', () => {
    const limiter = createLimiter(1);
    expect(limiter.take(key('a'), 1)).toBeUndefined();
    expect(limiter.take(key('a'), 1)).toMatchObject({ scope: 'key' });
    expect(limiter.take(key('a'), 100, 'drops')).toBeUndefined();
    expect(limiter.take(key('a'), 1, 'drops')).toMatchObject({ scope: 'key' });
    const wide = createLimiter(200);
    expect(wide.take(key('a'), 200, 'drops')).toBeUndefined();
    expect(wide.take(key('a'), 200)).toBeUndefined();
  });

  it('begins anew when the clock is set back', () => {
    const limiter = createLimiter(1);
    limiter.take(key('a'), 1);
    clock.ms -= 3_600_000;
    expect(limiter.take(key('a'), 1)).toBeUndefined();
    expect(limiter.take(key('a'), 1)).toMatchObject({ scope: 'key', seconds: 60 });
  });

  it('holds a key, and a project, to its own limit before that of all, higher or lower', () => {
    const limiter = createLimiter(3, 5);
    expect(limiter.take({ ...key('a'), keyPerMinute: 1 }, 1)).toBeUndefined();
    expect(limiter.take({ ...key('a'), keyPerMinute: 1 }, 1)).toMatchObject({ scope: 'key' });
    const own = { ...key('b', 2), keyPerMinute: 100, projectPerMinute: 6 };
    expect(limiter.take(own, 4)).toBeUndefined();
    expect(limiter.take(own, 2)).toBeUndefined();
    expect(limiter.take(own, 1)).toMatchObject({ scope: 'project' });
  });

  it('holds to a limit set meanwhile what came before it in the same minute', () => {
    const limiter = createLimiter(10);
    limiter.take(key('a'), 5);
    expect(limiter.take({ ...key('a'), keyPerMinute: 5 }, 1)).toMatchObject({ scope: 'key' });
    expect(limiter.take({ ...key('a'), keyPerMinute: 6 }, 1)).toBeUndefined();
  });

  it('has no limits unless they are set', () => {
    const limiter = createLimiter(Infinity);
    expect(limiter.take(key('a'), 1_000_000_000)).toBeUndefined();
    expect(limiter.take(key('a'), 1_000_000_000)).toBeUndefined();
  });

  it('counts sessions apart, and lets senders go on with all else', () => {
    const limiter = createLimiter(2);
    expect(limiter.take(key('a'), 2)).toBeUndefined();
    expect(limiter.take(key('a'), 2, 'sessions')).toBeUndefined();
    expect(limiter.take(key('a'), 1, 'sessions')).toMatchObject({ kinds: 'session' });
    expect(limiter.take(key('a'), 1)).toMatchObject({ kinds: errorCategories });
  });
});
