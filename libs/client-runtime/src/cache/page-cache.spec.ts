import { beforeEach, describe, expect, it } from '@jest/globals';
import { toAnswer, toHeldSegment, toPageData, toSegment } from '../testing/answers.ts';
import type { Answer } from '../testing/answers.ts';
import { FakeClock } from '../testing/fake-clock.ts';
import { IdleQueue } from '../testing/idle-queue.ts';
import { createPageCache } from './page-cache.ts';
import type { PageCache } from './page-cache.ts';
import type { ShownPage } from './shown-page.ts';

const SECOND = 1000;

describe('PageCache', () => {
  let clock: FakeClock;
  let cache: PageCache;

  beforeEach(() => {
    clock = new FakeClock();
    cache = createPageCache(clock, new IdleQueue().runWhenIdle);
  });

  function take(...page: Parameters<typeof toPageData>): ShownPage | undefined {
    const { data, deferred } = toAnswer(...page);
    return cache.take(data, deferred);
  }

  function takeDeferred(url: string, key: string): Answer {
    const answer = toAnswer(url, [toSegment(key, { deferred: ['late'] })]);
    cache.take(answer.data, answer.deferred);
    return answer;
  }

  describe('an answer', () => {
    it('becomes a page that can be shown', () => {
      const page = take('/a', [toSegment('frame'), toSegment('a')], { status: 403 });
      expect(page).toMatchObject({
        url: '/a',
        status: 403,
        segments: [
          { key: 'frame', props: { of: 'frame' } },
          { key: 'a', props: { of: 'a' } },
        ],
      });
    });

    it('is completed with the held segments that it leaves out', () => {
      const first = take('/a', [toSegment('frame'), toSegment('a')]);
      const second = take('/b', [toHeldSegment('frame'), toSegment('b')]);
      expect(second?.segments[0]).toBe(first?.segments[0]);
    });

    it('becomes no page when it leaves out a segment that is held no longer', () => {
      expect(take('/b', [toHeldSegment('frame'), toSegment('b')])).toBeUndefined();
    });

    it('leaves no page at its address when it could not be completed', () => {
      take('/b', [toHeldSegment('frame'), toSegment('b')]);
      take('/a', [toSegment('frame')]);
      expect(cache.find('/b')).toBeUndefined();
    });

    it('shows as a page without data when its data is null', () => {
      const page = take('/a', [toSegment('a', { data: null })]);
      expect(page?.segments[0]?.props).toEqual({});
    });

    it('does not renew the age of the segments that it leaves out', () => {
      take('/a', [toSegment('frame'), toSegment('a')]);
      clock.pass(59 * SECOND);
      take('/b', [toHeldSegment('frame'), toSegment('b')]);
      clock.pass(2 * SECOND);
      expect(cache.listHeld('/b', [])).toEqual(['b']);
    });
  });

  describe('a held page', () => {
    it('is not found at an address that was never requested', () => {
      expect(cache.find('/a')).toBeUndefined();
    });

    it('is found as its answer had it', () => {
      const page = take('/a', [toSegment('frame'), toSegment('a')]);
      expect(cache.find('/a')?.page).toEqual(page);
    });

    it.each([
      { ageS: 0, isStale: false },
      { ageS: 59, isStale: false },
      { ageS: 60, isStale: true },
      { ageS: 61, isStale: true },
      { ageS: 299, isStale: true },
    ])('is shown at an age of $ageS s, and loaded again behind: $isStale', ({ ageS, isStale }) => {
      take('/a', [toSegment('a')]);
      clock.pass(ageS * SECOND);
      expect(cache.find('/a')).toMatchObject({ isStale });
    });

    it.each([300, 301, 86_400])('is not shown at an age of %d s', (ageS) => {
      take('/a', [toSegment('a')]);
      clock.pass(ageS * SECOND);
      expect(cache.find('/a')).toBeUndefined();
    });

    it.each([
      { staleMs: 0, ageMs: 0, isStale: true },
      { staleMs: 5000, ageMs: 4999, isStale: false },
      { staleMs: 5000, ageMs: 5000, isStale: true },
      { staleMs: 200_000, ageMs: 199_999, isStale: false },
    ])('becomes stale at the age that the server names: %j', ({ staleMs, ageMs, isStale }) => {
      take('/a', [toSegment('a')], { staleMs });
      clock.pass(ageMs);
      expect(cache.find('/a')).toMatchObject({ isStale });
    });

    it('is not shown from 300 s on, whatever the server says', () => {
      take('/a', [toSegment('a')], { staleMs: 1_000_000 });
      clock.pass(300 * SECOND);
      expect(cache.find('/a')).toBeUndefined();
    });

    it('is as old as the oldest of its segments', () => {
      take('/a', [toSegment('frame'), toSegment('a')]);
      clock.pass(50 * SECOND);
      take('/b', [toHeldSegment('frame'), toSegment('b')]);
      clock.pass(11 * SECOND);
      expect(cache.find('/b')).toMatchObject({ isStale: true });
    });

    it('is not shown when one segment is too old, though the rest is young', () => {
      take('/a', [toSegment('frame'), toSegment('a')]);
      clock.pass(299 * SECOND);
      take('/b', [toHeldSegment('frame'), toSegment('b')]);
      clock.pass(SECOND);
      expect(cache.find('/b')).toBeUndefined();
    });

    it('is fresh with segments that another page has loaded since', () => {
      take('/a', [toSegment('frame'), toSegment('a')]);
      clock.pass(50 * SECOND);
      take('/b', [toSegment('frame'), toSegment('b')]);
      clock.pass(9 * SECOND);
      expect(cache.find('/a')).toMatchObject({ isStale: false });
    });

    it('is not found without one of its segments', () => {
      take('/a', [toSegment('frame'), toSegment('a', { tags: ['t'] })]);
      cache.invalidate(['t']);
      expect(cache.find('/a', true)).toBeUndefined();
    });

    it.each([401, 403, 404, 500])('is requested again when it ended with %d', (status) => {
      take('/a', [toSegment('a')], { status });
      expect(cache.find('/a')).toBeUndefined();
    });

    it('is stale as long as its deferred data have not arrived', () => {
      const { deferred } = takeDeferred('/a', 'a');
      expect(cache.find('/a')).toMatchObject({ isStale: true, isWhole: false });
      deferred.settle({ segment: 0, name: 'late', data: 1 });
      expect(cache.find('/a')).toMatchObject({ isStale: false, isWhole: true });
    });

    it('stays stale when its answer was cut off', () => {
      const { deferred } = takeDeferred('/a', 'a');
      deferred.close();
      expect(cache.find('/a')).toMatchObject({ isStale: true });
    });
  });

  describe('back and forward', () => {
    it.each([61, 300, 86_400])('show a page as it was after %d s', (ageS) => {
      const page = take('/a', [toSegment('frame'), toSegment('a')]);
      clock.pass(ageS * SECOND);
      expect(cache.find('/a', true)).toEqual({ page, isStale: false, isWhole: true });
    });

    it.each([401, 403, 404, 500])('show a page that ended with %d', (status) => {
      take('/a', [toSegment('a')], { status });
      expect(cache.find('/a', true)?.page.status).toBe(status);
    });

    it('know which deferred data had not arrived', () => {
      takeDeferred('/a', 'a');
      expect(cache.find('/a', true)).toMatchObject({ isStale: false, isWhole: false });
    });
  });

  describe('the segments that need not be loaded', () => {
    it('are those of the page and of the layouts shown, each once', () => {
      const shown = take('/a', [toSegment('frame'), toSegment('menu'), toSegment('a')]);
      take('/b', [toHeldSegment('frame'), toSegment('b')]);
      expect(cache.listHeld('/b', shown!.segments.slice(0, -1))).toEqual(['frame', 'menu', 'b']);
    });

    it('are those of the layouts shown where the address is unknown', () => {
      const shown = take('/a', [toSegment('frame'), toSegment('a')]);
      expect(cache.listHeld('/b', shown!.segments.slice(0, -1))).toEqual(['frame']);
    });

    it.each([
      { ageS: 59, fresh: ['a'] },
      { ageS: 60, fresh: [] },
    ])('are $fresh at an age of $ageS s', ({ ageS, fresh }) => {
      take('/a', [toSegment('a')]);
      clock.pass(ageS * SECOND);
      expect(cache.listHeld('/a', [])).toEqual(fresh);
    });

    it('exclude segments whose deferred data have not arrived', () => {
      const { deferred } = takeDeferred('/a', 'a');
      expect(cache.listHeld('/a', [])).toEqual([]);
      deferred.settle({ segment: 0, name: 'late', data: 1 });
      expect(cache.listHeld('/a', [])).toEqual(['a']);
    });

    it('exclude segments that are held no longer', () => {
      expect(cache.listHeld('/a', [{ key: 'frame' }])).toEqual([]);
    });
  });

  describe('invalidation', () => {
    beforeEach(() => {
      take('/a', [toSegment('frame', { tags: ['menu'] }), toSegment('a', { tags: ['issues'] })]);
      take('/b', [toHeldSegment('frame'), toSegment('b', { tags: ['people', 'issues'] })]);
      take('/c', [toHeldSegment('frame'), toSegment('c')]);
    });

    const listFound = (): string[] =>
      ['/a', '/b', '/c'].filter((url) => cache.find(url, true) !== undefined);

    it('removes every segment with a tag, and no other', () => {
      cache.invalidate(['issues']);
      expect(listFound()).toEqual(['/c']);
      expect(cache.listHeld('/a', [])).toEqual(['frame']);
    });

    it('removes segments that have any of the tags', () => {
      cache.invalidate(['people', 'menu']);
      expect(cache.listHeld('/a', [])).toEqual(['a']);
      expect(cache.listHeld('/b', [])).toEqual([]);
    });

    it('removes nothing when its list of tags is empty', () => {
      cache.invalidate([]);
      expect(listFound()).toEqual(['/a', '/b', '/c']);
    });

    it('removes everything when it has no list of tags', () => {
      cache.invalidate();
      expect(cache.routes.bytes()).toBe(0);
      expect(cache.segments.bytes()).toBe(0);
      expect(listFound()).toEqual([]);
    });

    it('lets a page be held again once it has been loaded', () => {
      cache.invalidate(['issues']);
      take('/a', [toHeldSegment('frame'), toSegment('a')]);
      expect(listFound()).toEqual(['/a', '/c']);
    });
  });
});
