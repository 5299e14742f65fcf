import { beforeEach, describe, expect, it } from '@jest/globals';
import { toAnswer, toHeldSegment, toPageData, toSegment } from '../testing/answers.ts';
import type { Answer } from '../testing/answers.ts';
import { FakeClock } from '../testing/fake-clock.ts';
import { IdleQueue } from '../testing/idle-queue.ts';
import { fresh } from '../../../../test/support/fresh.ts';
import { createPageCache } from './page-cache.ts';
import type { ShownPage } from './shown-page.ts';

const SECOND = 1000;

describe('PageCache', () => {
  const clock = fresh(() => new FakeClock());
  const cache = fresh(() => createPageCache(clock, new IdleQueue().runWhenIdle));

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
    it('becomes a page that can be shown, and is found as it was', () => {
      const page = take('/a', [toSegment('frame'), toSegment('a')], { status: 200 });
      expect(page).toMatchObject({
        url: '/a',
        status: 200,
        segments: [
          { key: 'frame', props: { of: 'frame' } },
          { key: 'a', props: { of: 'a' } },
        ],
      });
      expect(cache.find('/a')?.page).toEqual(page);
    });

    it('is completed with the held segments that it leaves out', () => {
      const first = take('/a', [toSegment('frame'), toSegment('a')]);
      const second = take('/b', [toHeldSegment('frame'), toSegment('b')]);
      expect(second?.segments[0]).toBe(first?.segments[0]);
    });

    it('becomes no page when it leaves out a segment that is held no longer, not even later', () => {
      expect(take('/b', [toHeldSegment('frame'), toSegment('b')])).toBeUndefined();
      take('/a', [toSegment('frame')]);
      expect(cache.find('/b')).toBeUndefined();
    });

    it('shows as a page without data when its data is null', () => {
      const page = take('/a', [toSegment('a', { data: null })]);
      expect(page?.segments[0]?.props).toEqual({});
    });
  });

  describe('a held page', () => {
    it('is not found at an address that was never requested', () => {
      expect(cache.find('/a')).toBeUndefined();
    });

    it.each([
      { staleMs: 60_000, ageMs: 0, isStale: false },
      { staleMs: 60_000, ageMs: 59_000, isStale: false },
      { staleMs: 60_000, ageMs: 60_000, isStale: true },
      { staleMs: 60_000, ageMs: 299_000, isStale: true },
      { staleMs: 0, ageMs: 0, isStale: true },
      { staleMs: 5000, ageMs: 4999, isStale: false },
      { staleMs: 5000, ageMs: 5000, isStale: true },
      { staleMs: 200_000, ageMs: 199_999, isStale: false },
    ])('becomes stale at the age that the server names: %j', ({ staleMs, ageMs, isStale }) => {
      take('/a', [toSegment('a')], { staleMs });
      clock.pass(ageMs);
      expect(cache.find('/a')).toMatchObject({ isStale });
    });

    it.each([
      [300, 60_000],
      [301, 60_000],
      [86_400, 60_000],
      [300, 1_000_000],
    ])('is not shown at an age of %d s, whatever the server says', (ageS, staleMs) => {
      take('/a', [toSegment('a')], { staleMs });
      clock.pass(ageS * SECOND);
      expect(cache.find('/a')).toBeUndefined();
    });

    it.each([
      [50, 11, { isStale: true }],
      [299, 1, undefined],
    ])('is as old as the oldest of its segments: %i s, and %i s more', (firstS, moreS, found) => {
      take('/a', [toSegment('frame'), toSegment('a')]);
      clock.pass(firstS * SECOND);
      take('/b', [toHeldSegment('frame'), toSegment('b')]);
      clock.pass(moreS * SECOND);
      expect([cache.find('/b')]).toMatchObject([found]);
      expect(cache.listHeld('/b', [])).toEqual(['b']);
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

    it.each([401, 403, 404, 500])('is found by back and forward alone if it is a %d', (status) => {
      take('/a', [toSegment('a')], { status });
      expect(cache.find('/a')).toBeUndefined();
      expect(cache.find('/a', true)?.page.status).toBe(status);
    });

    it('is stale as long as its deferred data have not arrived, but for back and forward', () => {
      const { deferred } = takeDeferred('/a', 'a');
      expect(cache.find('/a')).toMatchObject({ isStale: true, isWhole: false });
      expect(cache.find('/a', true)).toMatchObject({ isStale: false, isWhole: false });
      expect(cache.listHeld('/a', [])).toEqual([]);
      deferred.settle({ segment: 0, name: 'late', data: 1 });
      expect(cache.find('/a')).toMatchObject({ isStale: false, isWhole: true });
      expect(cache.listHeld('/a', [])).toEqual(['a']);
    });

    it('stays stale when its answer was cut off', () => {
      const { deferred } = takeDeferred('/a', 'a');
      deferred.close();
      expect(cache.find('/a')).toMatchObject({ isStale: true });
    });

    it.each([61, 300, 86_400])('is shown by back and forward as it was after %d s', (ageS) => {
      const page = take('/a', [toSegment('frame'), toSegment('a')]);
      clock.pass(ageS * SECOND);
      expect(cache.find('/a', true)).toEqual({ page, isStale: false, isWhole: true });
    });
  });

  describe('the segments that need not be loaded', () => {
    it('are those of the page and of the layouts shown, each once, if their address is known', () => {
      const shown = take('/a', [toSegment('frame'), toSegment('menu'), toSegment('a')]);
      take('/b', [toHeldSegment('frame'), toSegment('b')]);
      const layouts = shown!.segments.slice(0, -1);
      expect(cache.listHeld('/b', layouts)).toEqual(['frame', 'menu', 'b']);
      expect(cache.listHeld('/c', layouts)).toEqual(['frame', 'menu']);
      expect(cache.listHeld('/c', [{ key: 'gone' }])).toEqual([]);
    });

    it.each([
      { ageS: 59, held: ['a'] },
      { ageS: 60, held: [] },
    ])('are $held at an age of $ageS s', ({ ageS, held }) => {
      take('/a', [toSegment('a')]);
      clock.pass(ageS * SECOND);
      expect(cache.listHeld('/a', [])).toEqual(held);
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

    it.each<[string[], string[], string[], string[]]>([
      [['issues'], ['/c'], ['frame'], ['frame']],
      [['people', 'menu'], [], ['a'], []],
      [[], ['/a', '/b', '/c'], ['frame', 'a'], ['frame', 'b']],
    ])('removes every segment that has any of its tags: %j', (tags, found, heldA, heldB) => {
      cache.invalidate(tags);
      expect(listFound()).toEqual(found);
      expect([cache.listHeld('/a', []), cache.listHeld('/b', [])]).toEqual([heldA, heldB]);
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
