import { beforeEach, describe, expect, it } from '@jest/globals';
import { createPageCache } from '../cache/page-cache.ts';
import { takePage, toSegment } from '../testing/answers.ts';
import { FakeClock } from '../testing/fake-clock.ts';
import { FakeDocument } from '../testing/fake-document.ts';
import type { FakeElement } from '../testing/fake-document.ts';
import { FakeIntersections } from '../testing/fake-intersections.ts';
import { FakeScheduler } from '../testing/fake-scheduler.ts';
import { FakeWindow } from '../testing/fake-window.ts';
import { IdleQueue } from '../testing/idle-queue.ts';
import { fresh } from '../../../../test/support/fresh.ts';
import { createPrefetchPart } from './prefetch-part.ts';
import type { Prefetch } from './prefetch.ts';

describe('prefetching while the visitor goes to another page', () => {
  const document = fresh(() => new FakeDocument());
  const views = fresh(() => new FakeIntersections());
  let prefetch: Prefetch;
  let asked: string[];
  let left: FakeElement;

  beforeEach(() => {
    asked = [];
    const { window } = Object.assign(new FakeWindow('http://localhost/list'), {
      document,
      IntersectionObserver: views.observer,
    });
    const cache = createPageCache(new FakeClock(), new IdleQueue().runWhenIdle);
    const page = takePage(cache, '/list', [toSegment('frame'), toSegment('/list')]);
    prefetch = createPrefetchPart({
      window,
      basePath: '',
      scheduler: new FakeScheduler(),
      cache,
      code: { prepare: (url) => ({ shape: `shape of ${url}`, views: [], layouts: [] }) },
      where: { page },
      listHeld: () => [],
      preparation: { prepare: async () => {} },
      loadPage: (url) => {
        asked.push(url);
        return new Promise(() => {});
      },
    });
    void prefetch.hold('/issue');
    left = add('/list?status=muted');
    views.report(true, left);
  });

  function add(address: string): FakeElement {
    const link = document.add('a', { target: '' });
    prefetch.watch(link as unknown as HTMLAnchorElement, address, 'auto');
    return link;
  }

  it('requests nothing of the page that was left, whose links are out of view by then', () => {
    prefetch.resume();
    expect(asked).toEqual([]);
    const next = add('/next');
    views.report(false, left);
    views.report(true, next, document.documentElement);
    expect(asked).toEqual(['/next']);
  });

  it('does not start when the visitor goes on before the browser has reported views', () => {
    prefetch.resume();
    void prefetch.hold('/other');
    views.report(true, document.documentElement);
    expect(asked).toEqual([]);
    prefetch.resume();
    views.report(true, document.documentElement);
    expect(asked).toEqual(['/list?status=muted']);
  });
});
