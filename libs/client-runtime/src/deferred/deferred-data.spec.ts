import { describe, expect, it } from '@jest/globals';
import type { SegmentData } from '#page-protocol';
import { toDeferredData } from '../testing/answers.ts';
import { DeferredOutcomeError, findSettled } from './settled.ts';

const outcome = { status: 500, view: 'rendering/error.page', data: { status: 500 } };

function waitingFor(...names: string[][]): SegmentData[] {
  return names.map((deferred, index) => ({
    key: `${index}`,
    view: 'a/b.page',
    head: {},
    tags: [],
    ...(deferred.length > 0 ? { deferred } : {}),
  }));
}

describe('DeferredData', () => {
  it('gives a segment the same promise for each deferred name, and none without such names', () => {
    const data = toDeferredData(waitingFor([], ['a', 'b']));
    expect(data.segments[0]!.props).toEqual({});
    expect(Object.keys(data.segments[1]!.props)).toEqual(['a', 'b']);
    expect(data.segments[1]!.props['a']).toBe(data.segments[1]!.props['a']);
  });

  it('calls a segment whole once each of its data has arrived or ended in an outcome', () => {
    const data = toDeferredData(waitingFor(['a', 'b'], [], ['c']), []);
    expect([0, 1, 2].map((index) => data.segments[index]!.isWhole())).toEqual([false, true, false]);
    data.settle({ segment: 0, name: 'a', data: 1 });
    expect(data.segments[0]!.isWhole()).toBe(false);
    data.settle({ segment: 0, name: 'b', outcome });
    data.close();
    expect([0, 2].map((index) => data.segments[index]!.isWhole())).toEqual([true, false]);
  });

  it('reports the bytes of each datum that arrives', () => {
    const data = toDeferredData(waitingFor(['a']));
    const bytes: number[] = [];
    data.segments[0]!.note = (arrived) => bytes.push(arrived);
    data.settle({ segment: 0, name: 'a', data: 1 }, 40);
    data.settle({ segment: 0, name: 'a', data: 1 }, 50);
    expect(bytes).toEqual([40]);
  });

  it('settles data in any order, and tells equal names of two segments apart', async () => {
    const data = toDeferredData(waitingFor(['a', 'b'], ['a']));
    data.settle({ segment: 1, name: 'a', data: 'of the second' });
    data.settle({ segment: 0, name: 'b', outcome });
    data.settle({ segment: 0, name: 'a', data: 'of the first' });
    const { a, b } = data.segments[0]!.props;
    await expect(a).resolves.toBe('of the first');
    await expect(b).rejects.toThrow(DeferredOutcomeError);
    await expect(findSettled(b!)).resolves.toMatchObject({ outcome });
    await expect(data.segments[1]!.props['a']).resolves.toBe('of the second');
  });

  it('keeps the first result of a datum, that from before the page was sent too', async () => {
    const first = { segment: 0, name: 'a', data: 'first' };
    const [data, settled] = [
      toDeferredData(waitingFor(['a'])),
      toDeferredData(waitingFor(['a']), [first]),
    ];
    data.settle(first);
    for (const each of [data, settled]) {
      each.settle({ segment: 0, name: 'a', outcome });
      each.close();
      await expect(each.segments[0]!.props['a']).resolves.toBe('first');
    }
  });

  it.each([
    { segment: 1, name: 'a', data: 1 },
    { segment: 0, name: 'other', data: 1 },
    { segment: -1, name: 'a', outcome },
    { segment: 0.5, name: 'a', data: 1 },
    { segment: 1e300, name: 'a', data: 1 },
    { segment: 0, name: '', data: 1 },
    { segment: 0, name: '__proto__', data: 1 },
    { segment: 0, name: 'constructor', data: 1 },
  ])('ignores a line that no datum waits for: %j', async (line) => {
    const data = toDeferredData(waitingFor(['a']));
    data.settle(line);
    data.settle({ segment: 0, name: 'a', data: 'its own' });
    await expect(data.segments[0]!.props['a']).resolves.toBe('its own');
  });

  it('has data at once that settled before the page was sent', async () => {
    const data = toDeferredData(waitingFor(['a', 'b']), [
      { segment: 0, name: 'a', data: 'there' },
      { segment: 0, name: 'b', outcome },
    ]);
    const { a, b } = data.segments[0]!.props;
    expect(findSettled(a!)).toMatchObject({ status: 'fulfilled', value: { data: 'there' } });
    expect(findSettled(b!)).toMatchObject({ status: 'fulfilled', value: { outcome } });
    await expect(a).resolves.toBe('there');
    await expect(b).rejects.toThrow(DeferredOutcomeError);
  });

  it('rejects data that still waits when the answer is cut off, and no other', async () => {
    const data = toDeferredData(waitingFor(['a', 'b']));
    data.settle({ segment: 0, name: 'a', data: 1 });
    data.close();
    data.settle({ segment: 0, name: 'b', data: 2 });
    const { a, b } = data.segments[0]!.props;
    await expect(a).resolves.toBe(1);
    await expect(b).rejects.toThrow('ended early');
    await expect(findSettled(b!)).rejects.toThrow('ended early');
  });
});
