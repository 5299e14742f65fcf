import { describe, expect, it } from '@jest/globals';
import type { SegmentData } from '#page-protocol';
import { toDeferredData, toPageData, toSegment } from '../testing/answers.ts';
import { FakeClock } from '../testing/fake-clock.ts';
import { IdleQueue } from '../testing/idle-queue.ts';
import { fresh } from '../../../../test/support/fresh.ts';
import { createPageCache } from './page-cache.ts';
import type { SegmentContent } from './shown-page.ts';

const MB = 1024 * 1024;

describe('the segments of PageCache', () => {
  const idle = fresh(() => new IdleQueue());
  const clock = fresh(() => new FakeClock());
  const cache = fresh(() => createPageCache(clock, idle.runWhenIdle));

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
    expect(cache.segments.find('a')).toMatchObject({
      content,
      sinceMs: clock.nowMs(),
      staleMs: 2,
    });
  });

  it('keep the identity of a segment that arrives unchanged, and of unchanged data in others', () => {
    const first = take(toSegment('a', { data: { same: { y: 1 }, other: 1 } }));
    expect(take(toSegment('a', { data: { same: { y: 1 }, other: 1 } }))).toBe(first);
    const second = take(toSegment('a', { data: { same: { y: 1 }, other: 2 } }));
    expect(second).not.toBe(first);
    expect(second.props['same']).toBe(first.props['same']);
    expect(second.props['other']).toBe(2);
  });

  it('keep the identity of a deferred datum that arrives unchanged', async () => {
    const data = toSegment('a', { deferred: ['late'] });
    const late: unknown[] = [];
    for (const deferred of [toDeferredData([data]), toDeferredData([data])]) {
      const segment = take(data, deferred);
      deferred.settle({ segment: 0, name: 'late', data: { x: 1 } });
      late.push(await segment.props['late']);
    }
    expect(late[1]).toBe(late[0]);
  });

  it('have the age of the last answer, even when nothing has changed', () => {
    const data = toSegment('a');
    take(data);
    clock.pass(50);
    take(data, undefined, 60);
    expect(cache.segments.find('a')).toMatchObject({ sinceMs: clock.nowMs(), staleMs: 60 });
  });

  it('are removed by a tag, except for segments that have just come', () => {
    const [old, other] = [take(toSegment('a', { tags: ['t'] })), take(toSegment('b'))];
    const recent = take(toSegment('c', { tags: ['t'] }));
    cache.invalidate(['t'], [recent]);
    expect([old, other, recent].map(({ key }) => cache.segments.find(key)?.content)).toEqual([
      undefined,
      other,
      recent,
    ]);
  });

  it('are removed without their routes for null, and with them when no tags are given', () => {
    const recent = take(toSegment('a'));
    take(toSegment('b'));
    cache.invalidate(null, [recent]);
    expect([cache.segments.find('a')?.content, cache.segments.find('b')]).toEqual([
      recent,
      undefined,
    ]);
    expect(cache.routes.find('/')).toBeDefined();
    cache.invalidate();
    expect([cache.segments.find('a'), cache.routes.find('/')]).toEqual([undefined, undefined]);
  });

  it('count the bytes of the answer, and of deferred data as they arrive, unless replaced', () => {
    const data = toSegment('a', { data: { text: 'x'.repeat(1000) }, deferred: ['late'] });
    const [earlier, later] = [toDeferredData([data]), toDeferredData([data])];
    take(data, earlier);
    take(data, later);
    const { length } = JSON.stringify(data);
    expect(cache.segments.bytes()).toBe(length);
    earlier.settle({ segment: 0, name: 'late', data: 'x' }, 50);
    expect(cache.segments.bytes()).toBe(length);
    later.settle({ segment: 0, name: 'late', data: 'x' }, 40);
    expect(cache.segments.bytes()).toBe(length + 40);
  });

  it('hold 50 MB, and shrink to 45 MB when the browser is idle', () => {
    const name = (index: number): string => String(index).padStart(3, '0');
    const overhead = JSON.stringify(toSegment(name(0), { data: { text: '' } })).length;
    const data = { text: 'x'.repeat(MB - overhead) };
    for (let index = 0; index < 50; index += 1) take(toSegment(name(index), { data }));
    expect(cache.segments.bytes()).toBe(50 * MB);
    expect(idle.waiting).toBe(0);
    cache.segments.use(name(0));
    take(toSegment('one more'));
    idle.run();
    expect(cache.segments.bytes()).toBeLessThanOrEqual(45 * MB);
    expect(cache.segments.bytes()).toBeGreaterThan(44 * MB);
    expect(cache.segments.find(name(0))).toBeDefined();
    expect(cache.segments.find(name(1))).toBeUndefined();
  });
});
