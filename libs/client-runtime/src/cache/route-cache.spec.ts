import { describe, expect, it } from '@jest/globals';
import { toPageData, toSegment } from '../testing/answers.ts';
import { IdleQueue } from '../testing/idle-queue.ts';
import { createRouteCache } from './route-cache.ts';

const MB = 1024 * 1024;

describe('RouteCache', () => {
  it('keeps the shape of an address, without its data', () => {
    const routes = createRouteCache(new IdleQueue().runWhenIdle);
    const segments = [toSegment('frame'), toSegment('page')];
    routes.note(toPageData('/a?x=1', segments, { status: 404, staleMs: 5 }), 7);
    expect(routes.find('/a?x=1')).toEqual({
      status: 404,
      staleMs: 5,
      receivedAtMs: 7,
      keys: ['frame', 'page'],
    });
  });

  it('knows each query by itself', () => {
    const routes = createRouteCache(new IdleQueue().runWhenIdle);
    routes.note(toPageData('/a?x=1', [toSegment('page')]), 0);
    expect(routes.find('/a')).toBeUndefined();
  });

  it('keeps no data', () => {
    const routes = createRouteCache(new IdleQueue().runWhenIdle);
    routes.note(toPageData('/a', [toSegment('page', { data: { text: 'x'.repeat(1000) } })]), 0);
    expect(routes.bytes()).toBeLessThan(100);
  });

  it('holds 10 MB, and is down to 9 MB when the browser is idle', () => {
    const idle = new IdleQueue();
    const routes = createRouteCache(idle.runWhenIdle);
    // Half a megabyte each, but for a few bytes.
    const address = (index: number): string => `/${index}`.padEnd(MB / 2 - 1, 'x');
    for (let index = 0; index < 20; index += 1) {
      routes.note(toPageData(address(index), [toSegment('p')]), 0);
    }
    expect(routes.bytes()).toBe(10 * MB);
    expect(idle.waiting).toBe(0);
    routes.note(toPageData('/more', [toSegment('p')]), 0);
    idle.run();
    expect(routes.bytes()).toBeLessThanOrEqual(9 * MB);
    expect(routes.bytes()).toBeGreaterThan(8.5 * MB);
    expect(routes.find(address(0))).toBeUndefined();
    expect(routes.find(address(19))).toBeDefined();
  });
});
