import { runInNewContext } from 'node:vm';
import { describe, expect, it } from '@jest/globals';
import type { AnySegmentOptions, SegmentOptions } from '../pages/segment-options.ts';
import { toHeldSegment, toLoadedSegment } from './loaded-segment.ts';

const IDENTITY = { key: '/issues', view: 'issue-pages/list.page' };

describe('toHeldSegment', () => {
  it('names the segment that the client holds, without data', () => {
    const { segment, deferred } = toHeldSegment(IDENTITY);
    expect(segment).toEqual({ ...IDENTITY, head: {}, tags: [] });
    expect('data' in segment).toBe(false);
    expect(deferred.size).toBe(0);
  });
});

describe('toLoadedSegment', () => {
  it('carries the data that the loader returned', () => {
    const { segment, deferred } = toLoadedSegment(IDENTITY, {}, { rows: [1] });
    expect(segment).toEqual({ ...IDENTITY, head: {}, tags: [], data: { rows: [1] } });
    expect(segment.deferred).toBeUndefined();
    expect(deferred.size).toBe(0);
  });

  it('checks all props but the parts that are checked already', () => {
    const parts = [new Map()];
    expect(() => toLoadedSegment(IDENTITY, {}, { parts })).toThrow(TypeError);
    const ofParts = { ...IDENTITY, hasParts: true };
    expect(toLoadedSegment(ofParts, {}, { parts }).segment.data).toEqual({ parts });
    expect(() => toLoadedSegment(ofParts, {}, { parts, rows: new Map() })).toThrow(TypeError);
  });

  it('carries an empty object where the loader returned no props', () => {
    expect(toLoadedSegment(IDENTITY, {}, undefined).segment.data).toEqual({});
  });

  it('names deferred props in their order, and carries the other props', async () => {
    const props = { first: Promise.resolve(1), rows: [1], second: Promise.resolve(2) };
    const { segment, deferred } = toLoadedSegment(IDENTITY, {}, props);
    expect(segment.data).toEqual({ rows: [1] });
    expect(segment.deferred).toEqual(['first', 'second']);
    expect([...deferred.keys()]).toEqual(['first', 'second']);
    await expect(deferred.get('second')).resolves.toBe(2);
  });

  it('defers a foreign promise that is no instance of Promise', async () => {
    const foreign: unknown = runInNewContext(`Promise.resolve('rows')`);
    expect(foreign).not.toBeInstanceOf(Promise);
    const { segment, deferred } = toLoadedSegment(IDENTITY, {}, { foreign, rows: [1] });
    expect(segment).toMatchObject({ data: { rows: [1] }, deferred: ['foreign'] });
    await expect(deferred.get('foreign')).resolves.toBe('rows');
  });

  it('does not change the object that the loader returned', () => {
    const props = { late: Promise.resolve(1), rows: [1] };
    toLoadedSegment(IDENTITY, {}, props);
    expect(Object.keys(props)).toEqual(['late', 'rows']);
  });

  it('makes head and tags of the data that the loader returned', () => {
    const options: SegmentOptions<{ name: string }> = {
      head: ({ name }) => ({ title: name }),
      tags: ({ name }) => [`issue:${name}`],
    };
    const { segment } = toLoadedSegment(IDENTITY, options, { name: 'one' });
    expect(segment).toMatchObject({ head: { title: 'one' }, tags: ['issue:one'] });
  });

  it('leaves no unhandled rejection of deferred data that nothing waits for', async () => {
    const { deferred } = toLoadedSegment(IDENTITY, {}, { late: Promise.reject(new Error('late')) });
    // Gives an unhandled rejection time to fail the test.
    await new Promise<void>((resolve) => void setImmediate(resolve));
    await expect(deferred.get('late')).rejects.toThrow('late');
  });

  it('leaves no unhandled rejection of deferred data when the head fails', async () => {
    const options: AnySegmentOptions = {
      head: () => {
        throw new Error('no head');
      },
    };
    const props = { late: Promise.reject(new Error('late')) };
    expect(() => toLoadedSegment(IDENTITY, options, props)).toThrow('no head');
    await new Promise<void>((resolve) => void setImmediate(resolve));
  });
});
