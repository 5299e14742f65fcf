import { beforeEach, describe, expect, it } from '@jest/globals';
import type { SegmentData } from '#page-protocol';
import { toDeferredData, toPageData, toSegment } from '../testing/answers.ts';
import { FakeClock } from '../testing/fake-clock.ts';
import { IdleQueue } from '../testing/idle-queue.ts';
import { createPageCache } from './page-cache.ts';
import type { PageCache } from './page-cache.ts';
import type { SegmentContent } from './shown-page.ts';

const MB = 1024 * 1024;

describe('the segments of PageCache', () => {
  let idle: IdleQueue;
  let clock: FakeClock;
  let cache: PageCache;
  let segments: PageCache['segments'];

  beforeEach(() => {
    idle = new IdleQueue();
    clock = new FakeClock();
    cache = createPageCache(clock, idle.runWhenIdle);
    ({ segments } = cache);
  });

  function take(data: SegmentData, deferred = toDeferredData([data]), staleMs = 2): SegmentContent {
    return cache.take(toPageData('/', [data], { staleMs }), deferred)!.segments[0]!;
  }

  it('hold the content of a segment, and since when', () => {
    const content = take(toSegment('a', { head: { title: 'A' }, tags: ['t'], data: { x: 1 } }));
    expect(content).toEqual({
      key: 'a',
      view: 'a.view',
      head: { title: 'A' },
      tags: ['t'],
      props: { x: 1 },
    });
    expect(segments.find('a')).toMatchObject({
      content,
      sinceMs: clock.nowMs(),
      staleMs: 2,
    });
  });

  it('keep the identity of a segment that arrives unchanged', () => {
    const first = take(toSegment('a', { data: { x: { y: 1 } } }));
    expect(take(toSegment('a', { data: { x: { y: 1 } } }))).toBe(first);
  });

  it('keep the identity of unchanged data in a changed segment', () => {
    const first = take(toSegment('a', { data: { same: { y: 1 }, other: 1 } }));
    const second = take(toSegment('a', { data: { same: { y: 1 }, other: 2 } }));
    expect(second).not.toBe(first);
    expect(second.props['same']).toBe(first.props['same']);
    expect(second.props['other']).toBe(2);
  });

  it('keep the identity of a deferred datum that arrives unchanged', async () => {
    const data = toSegment('a', { deferred: ['late'] });
    const [before, after] = [toDeferredData([data]), toDeferredData([data])];
    const first = take(data, before);
    before.settle({ segment: 0, name: 'late', data: { x: 1 } });
    const second = take(data, after);
    after.settle({ segment: 0, name: 'late', data: { x: 1 } });
    expect(await second.props['late']).toBe(await first.props['late']);
  });

  it('have the age of the last answer, even when nothing has changed', () => {
    const data = toSegment('a');
    take(data);
    clock.pass(50);
    take(data, undefined, 60);
    expect(segments.find('a')).toMatchObject({ sinceMs: clock.nowMs(), staleMs: 60 });
  });

  it('are removed by a tag, except for segments that have just come', () => {
    const [old, other] = [take(toSegment('a', { tags: ['t'] })), take(toSegment('b'))];
    const fresh = take(toSegment('c', { tags: ['t'] }));
    cache.invalidate(['t'], [fresh]);
    expect([old, other, fresh].map(({ key }) => segments.find(key)?.content)).toEqual([
      undefined,
      other,
      fresh,
    ]);
  });

  it('are removed without their routes for null, and with them when no tags are given', () => {
    const fresh = take(toSegment('a'));
    take(toSegment('b'));
    cache.invalidate(null, [fresh]);
    expect([segments.find('a')?.content, segments.find('b')]).toEqual([fresh, undefined]);
    expect(cache.routes.find('/')).toBeDefined();
    cache.invalidate();
    expect([segments.find('a'), cache.routes.find('/')]).toEqual([undefined, undefined]);
  });

  it('count the bytes of the answer', () => {
    const data = toSegment('a', { data: { text: 'x'.repeat(1000) } });
    take(data);
    expect(segments.bytes()).toBe(JSON.stringify(data).length);
  });

  it('count the bytes of deferred data as they arrive', () => {
    const data = toSegment('a', { deferred: ['late'] });
    const deferred = toDeferredData([data]);
    take(data, deferred);
    const before = segments.bytes();
    deferred.settle({ segment: 0, name: 'late', data: 'x' }, 40);
    expect(segments.bytes()).toBe(before + 40);
  });

  it('count no late data of a segment that was replaced', () => {
    const data = toSegment('a', { deferred: ['late'] });
    const earlier = toDeferredData([data]);
    take(data, earlier);
    take(data);
    const before = segments.bytes();
    earlier.settle({ segment: 0, name: 'late', data: 'x' }, 40);
    expect(segments.bytes()).toBe(before);
  });

  it('hold 50 MB, and shrink to 45 MB when the browser is idle', () => {
    const name = (index: number): string => String(index).padStart(3, '0');
    const overhead = JSON.stringify(toSegment(name(0), { data: { text: '' } })).length;
    const data = { text: 'x'.repeat(MB - overhead) };
    for (let index = 0; index < 50; index += 1) take(toSegment(name(index), { data }));
    expect(segments.bytes()).toBe(50 * MB);
    expect(idle.waiting).toBe(0);
    segments.use(name(0));
    take(toSegment('one more'));
    idle.run();
    expect(segments.bytes()).toBeLessThanOrEqual(45 * MB);
    expect(segments.bytes()).toBeGreaterThan(44 * MB);
    expect(segments.find(name(0))).toBeDefined();
    expect(segments.find(name(1))).toBeUndefined();
  });
});
