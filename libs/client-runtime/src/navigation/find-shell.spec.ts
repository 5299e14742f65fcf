import { beforeEach, describe, expect, it } from '@jest/globals';
import { createPageCache } from '../cache/page-cache.ts';
import type { ShownPage } from '../cache/shown-page.ts';
import { takePage, toSegment } from '../testing/answers.ts';
import { FakeClock } from '../testing/fake-clock.ts';
import { IdleQueue } from '../testing/idle-queue.ts';
import { fresh } from '../../../../test/support/fresh.ts';
import { createFindShell } from './find-shell.ts';

describe('findShell', () => {
  const clock = fresh(() => new FakeClock());
  const cache = fresh(() => createPageCache(clock, new IdleQueue().runWhenIdle));
  const views = fresh(() => new Set(['frame', 'line', 'line loading', 'station loading']));
  let where: { page: ShownPage };

  const take = (url: string, ...keys: readonly string[]): ShownPage => {
    const segments = keys.map((key) => toSegment(key, { view: key.replace(/[?].*/, '') }));
    return takePage(cache, url, segments);
  };

  const prepare = (url: string) => ({
    shape: ` ${url.split('/').slice(1, -1).join()}`,
    views: ['frame', 'line', 'station'],
    layouts: ['', url.split('/')[1] ?? ''],
  });

  const find = (url: string): string[] | undefined =>
    createFindShell({
      cache,
      where,
      code: { prepare },
      views: { find: (name) => (views.has(name) ? name : undefined) },
    })(url)?.segments.map(({ key }) => key);

  beforeEach(() => {
    where = { page: take('/a/1', 'frame', 'line?line=a', '/a/1') };
  });

  it('keeps the shown layouts for a page that has the same ones', () => {
    expect(find('/a/2')).toEqual(['frame', 'line?line=a', 'station loading']);
  });

  it('keeps shown layouts only if they do not depend on the part of the address that differs', () => {
    expect(find('/b/1')).toEqual(['frame', 'line loading']);
    views.delete('line loading');
    expect(find('/b/1')).toBeUndefined();
  });

  it('keeps the shown layouts for another route that gives them the same values', () => {
    expect(find('/a/late/2')).toEqual(['frame', 'line?line=a', 'station loading']);
  });

  it('takes layouts that were prefetched, as long as they may be shown', () => {
    take(' b', 'frame', 'line?line=b');
    expect(find('/b/1')).toEqual(['frame', 'line?line=b', 'station loading']);
    clock.pass(300_000);
    expect(find('/b/1')).toEqual(['frame', 'line loading']);
  });

  it('takes no layout whose code is not loaded', () => {
    views.delete('line');
    expect(find('/a/2')).toEqual(['frame', 'line loading']);
    views.delete('frame');
    expect(find('/a/2')).toBeUndefined();
  });
});
