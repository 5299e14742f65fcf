import { beforeEach, describe, expect, it } from '@jest/globals';
import { createLatePrefetch } from './prefetch.ts';
import type { LatePrefetch, Prefetch } from './prefetch.ts';
import type { PrefetchRequest } from './prefetch-request.ts';

describe('LatePrefetch', () => {
  const LINK = {} as HTMLAnchorElement;
  const REQUEST: PrefetchRequest = { url: '/a', kind: 'full' };
  const AHEAD = Promise.resolve();

  let prefetch: LatePrefetch;
  let told: unknown[];
  let part: Prefetch;
  let creations: number;

  beforeEach(() => {
    told = [];
    creations = 0;
    part = {
      watch(_, address, kind) {
        told.push(['watch', address, kind]);
        return () => told.push(['end', address]);
      },
      request: (request) => told.push(['request', request]),
      hold(url) {
        told.push(['hold', url]);
        return AHEAD;
      },
      resume: () => told.push('resume'),
      renew: () => told.push('renew'),
      stop: () => told.push('stop'),
    };
    prefetch = createLatePrefetch();
  });

  const start = (): void =>
    prefetch.start(() => {
      creations += 1;
      return part;
    });

  it('hands over earlier links and requests, in their order', async () => {
    prefetch.watch(LINK, '/base/a', 'auto');
    prefetch.request(REQUEST);
    prefetch.watch(LINK, '/base/b', 'full');
    expect(told).toEqual([]);
    start();
    expect(told).toEqual([
      ['watch', '/base/a', 'auto'],
      ['request', REQUEST],
      ['watch', '/base/b', 'full'],
    ]);
  });

  it('hands over no link that is gone by then, and ends one that was handed over', async () => {
    prefetch.watch(LINK, '/base/gone', 'auto')();
    const end = prefetch.watch(LINK, '/base/a', 'auto');
    start();
    end();
    expect(told).toEqual([
      ['watch', '/base/a', 'auto'],
      ['end', '/base/a'],
    ]);
  });

  it('passes on later links and requests, and hands over nothing twice', async () => {
    prefetch.request(REQUEST);
    start();
    const end = prefetch.watch(LINK, '/base/b', 'full');
    end();
    prefetch.renew();
    expect(prefetch.hold('/b')).toBe(AHEAD);
    prefetch.resume();
    expect(told).toEqual([
      ['request', REQUEST],
      ['watch', '/base/b', 'full'],
      ['end', '/base/b'],
      'renew',
      ['hold', '/b'],
      'resume',
    ]);
  });

  it.each<[string, () => unknown, unknown[]]>([
    [
      'of a waiting visitor before it hands over requests',
      () => [prefetch.request(REQUEST), prefetch.hold('/b')],
      [
        ['hold', '/b'],
        ['request', REQUEST],
      ],
    ],
    ['nothing of a visit that has ended', () => [prefetch.hold('/b'), prefetch.resume()], []],
    ['that something was invalidated before', () => prefetch.renew(), ['renew']],
  ])('tells its code %s', (_what, happen, heard) => {
    happen();
    start();
    expect(told).toEqual(heard);
  });

  it('stops the prefetcher that exists', () => {
    start();
    prefetch.stop();
    expect(told).toEqual(['stop']);
  });

  it('creates no prefetcher once it is stopped, and tells it nothing', () => {
    prefetch.request(REQUEST);
    prefetch.stop();
    start();
    prefetch.request(REQUEST);
    expect(creations).toBe(0);
    expect(told).toEqual([]);
  });

  it('does nothing when its code does not arrive, and leaves the rest as it is', () => {
    const end = prefetch.watch(LINK, '/base/a', 'auto');
    prefetch.stop();
    end();
    prefetch.watch(LINK, '/base/b', 'auto')();
    prefetch.request(REQUEST);
    prefetch.renew();
    prefetch.resume();
    expect(prefetch.hold('/b')).toBeUndefined();
    expect(told).toEqual([]);
  });
});
