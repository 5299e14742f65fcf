import { beforeEach, describe, expect, it } from '@jest/globals';
import { toAnswer, toSegment } from '../testing/answers.ts';
import { FakeClock } from '../testing/fake-clock.ts';
import { IdleQueue } from '../testing/idle-queue.ts';
import { createPageCache } from './page-cache.ts';
import type { PageCache } from './page-cache.ts';

const MB = 1024 * 1024;

describe('the routes of PageCache', () => {
  let idle: IdleQueue;
  let clock: FakeClock;
  let cache: PageCache;
  let routes: PageCache['routes'];

  beforeEach(() => {
    idle = new IdleQueue();
    clock = new FakeClock();
    cache = createPageCache(clock, idle.runWhenIdle);
    ({ routes } = cache);
  });

  function note(...page: Parameters<typeof toAnswer>): void {
    const { data, deferred } = toAnswer(...page);
    cache.take(data, deferred);
  }

  it('hold the status, age and segment keys of an address', () => {
    const segments = [toSegment('frame'), toSegment('page')];
    clock.pass(7);
    note('/a?x=1', segments, { status: 404, staleMs: 5 });
    expect(routes.find('/a?x=1')).toEqual({
      url: '/a?x=1',
      status: 404,
      staleMs: 5,
      sinceMs: clock.nowMs(),
      keys: ['frame', 'page'],
    });
  });

  it('hold each query as an address of its own', () => {
    note('/a?x=1', [toSegment('page')]);
    expect(routes.find('/a')).toBeUndefined();
  });

  it('hold no data', () => {
    note('/a', [toSegment('page', { data: { text: 'x'.repeat(1000) } })]);
    expect(routes.bytes()).toBeLessThan(100);
  });

  it('hold 10 MB, and shrink to 9 MB when the browser is idle', () => {
    const address = (index: number): string => `/${index}`.padEnd(MB / 2 - 1, 'x');
    for (let index = 0; index < 20; index += 1) {
      note(address(index), [toSegment('p')]);
    }
    expect(routes.bytes()).toBe(10 * MB);
    expect(idle.waiting).toBe(0);
    note('/more', [toSegment('p')]);
    idle.run();
    expect(routes.bytes()).toBeLessThanOrEqual(9 * MB);
    expect(routes.bytes()).toBeGreaterThan(8.5 * MB);
    expect(routes.find(address(0))).toBeUndefined();
    expect(routes.find(address(19))).toBeDefined();
  });
});
