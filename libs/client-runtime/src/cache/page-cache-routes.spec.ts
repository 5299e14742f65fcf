import { describe, expect, it } from '@jest/globals';
import { takePage, toSegment } from '../testing/answers.ts';
import { FakeClock } from '../testing/fake-clock.ts';
import { IdleQueue } from '../testing/idle-queue.ts';
import { fresh } from '../../../../test/support/fresh.ts';
import { createPageCache } from './page-cache.ts';

const MB = 1024 * 1024;

describe('the routes of PageCache', () => {
  const idle = fresh(() => new IdleQueue());
  const clock = fresh(() => new FakeClock());
  const cache = fresh(() => createPageCache(clock, idle.runWhenIdle));

  it('hold the status, age and segment keys of an address', () => {
    const segments = [toSegment('frame'), toSegment('page')];
    clock.pass(7);
    takePage(cache, '/a?x=1', segments, { status: 404, staleMs: 5 });
    expect(cache.routes.find('/a?x=1')).toEqual({
      url: '/a?x=1',
      status: 404,
      staleMs: 5,
      sinceMs: clock.nowMs(),
      keys: ['frame', 'page'],
    });
  });

  it('hold each query as an address of its own', () => {
    takePage(cache, '/a?x=1', [toSegment('page')]);
    expect(cache.routes.find('/a')).toBeUndefined();
  });

  it('hold no data', () => {
    takePage(cache, '/a', [toSegment('page', { data: { text: 'x'.repeat(1000) } })]);
    expect(cache.routes.bytes()).toBeLessThan(100);
  });

  it('hold 10 MB, and shrink to 9 MB when the browser is idle', () => {
    const address = (index: number): string => `/${index}`.padEnd(MB / 2 - 1, 'x');
    for (let index = 0; index < 20; index += 1) {
      takePage(cache, address(index), [toSegment('p')]);
    }
    expect(cache.routes.bytes()).toBe(10 * MB);
    expect(idle.waiting).toBe(0);
    takePage(cache, '/more', [toSegment('p')]);
    idle.run();
    expect(cache.routes.bytes()).toBeLessThanOrEqual(9 * MB);
    expect(cache.routes.bytes()).toBeGreaterThan(8.5 * MB);
    expect(cache.routes.find(address(0))).toBeUndefined();
    expect(cache.routes.find(address(19))).toBeDefined();
  });
});
