import { describe, expect, it } from '@jest/globals';
import { shareStructure } from './share-structure.ts';

const copy = <T>(value: T): T => JSON.parse(JSON.stringify(value)) as T;

describe('shareStructure', () => {
  it.each([
    { name: 'fields', value: { a: 1, b: 'x', c: null, d: true } },
    { name: 'nested fields', value: { a: { b: { c: 1 } } } },
    { name: 'no fields', value: {} },
    { name: 'a list', value: [1, 'x', null] },
    { name: 'a list of fields', value: [{ a: 1 }, { a: 2 }] },
    { name: 'an empty list', value: [] },
  ])('returns the earlier value when $name did not change', ({ value }) => {
    expect(shareStructure(value, copy(value))).toBe(value);
  });

  it.each([
    { name: 'a field more', before: { a: 1 }, after: { a: 1, b: 2 } },
    { name: 'a field less', before: { a: 1, b: 2 }, after: { a: 1 } },
    { name: 'a field of another name', before: { a: undefined }, after: { b: undefined } },
    { name: 'another value', before: { a: 1 }, after: { a: 2 } },
    { name: 'an item more', before: [1], after: [1, 2] },
    { name: 'an item less', before: [1, 2], after: [1] },
    { name: 'another order', before: [1, 2], after: [2, 1] },
    { name: 'fields for a list', before: [1], after: { 0: 1 } },
    { name: 'a list for fields', before: {}, after: [] },
    { name: 'null for fields', before: {}, after: null },
    { name: 'fields for null', before: null, after: {} },
    { name: 'text for a list', before: ['a'], after: 'a' },
  ])('returns the new value for $name', ({ before, after }) => {
    expect(shareStructure<unknown>(before, after)).toStrictEqual(after);
  });

  it('keeps the identity of unchanged parts inside a changed value', () => {
    const before = { same: { x: 1 }, other: { y: 1 }, items: [{ z: 1 }, { z: 2 }] };
    const after = shareStructure(before, {
      same: { x: 1 },
      other: { y: 2 },
      items: [{ z: 1 }, { z: 3 }],
    });
    expect(after).toEqual({ same: { x: 1 }, other: { y: 2 }, items: [{ z: 1 }, { z: 3 }] });
    expect(after.same).toBe(before.same);
    expect(after.items[0]).toBe(before.items[0]);
    expect(after.other).not.toBe(before.other);
    expect(after.items[1]).not.toBe(before.items[1]);
  });

  it('changes neither of its arguments', () => {
    const [before, after] = [
      { a: { x: 1 }, b: 1 },
      { a: { x: 1 }, b: 2 },
    ].map((value) => Object.freeze({ ...value, a: Object.freeze(value.a) }));
    expect(shareStructure(before, after)).toEqual({ a: { x: 1 }, b: 2 });
  });

  it('takes a promise as equal only to itself', () => {
    const [one, another] = [Promise.resolve(1), Promise.resolve(1)];
    expect(shareStructure({ late: one }, { late: another }).late).toBe(another);
    const before = { late: one };
    expect(shareStructure(before, { late: one })).toBe(before);
  });

  it('returns the new value when there is no earlier one', () => {
    const next = { a: 1 };
    expect(shareStructure(undefined, next)).toBe(next);
  });
});
