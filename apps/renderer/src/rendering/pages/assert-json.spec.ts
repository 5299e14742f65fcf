import { describe, expect, it } from '@jest/globals';
import { assertJson } from './assert-json.ts';

const VIEW = 'desk/desk.page';

class Row {
  constructor(readonly id: number) {}
  describe(): string {
    return `row ${this.id}`;
  }
}

describe('assertJson', () => {
  it.each([
    [{}],
    [{ text: '', count: 0, isDone: false, nothing: null, leftOut: undefined }],
    [{ rows: [{ id: 1, hours: [0, 1] }, { id: 2 }] }],
    [Object.assign(Object.create(null) as object, { id: 1 })],
    [{ row: new Row(1) }],
    [null],
    [undefined],
    ['text'],
  ])('accepts %j', (data) => {
    expect(() => assertJson(data, VIEW)).not.toThrow();
  });

  it.each([
    [
      { issues: [{}, { seenAt: new Date(0) }] },
      /^issues\[1\]\.seenAt of desk\/desk\.page is a Date/,
    ],
    [{ format: () => '' }, /^format of desk\/desk\.page is a function/],
    [{ rows: [[1, () => 1]] }, /^rows\[0\]\[1\] of desk\/desk\.page is a function/],
    [{ at: { map: new Map() } }, /^at\.map of .* is a Map or a Set/],
    [{ ids: new Set([1]) }, /^ids of .* send an array/],
    [{ id: 1n }, /^id of .* is a bigint/],
    [{ id: Symbol('id') }, /^id of .* is a symbol/],
    [{ a: { late: Promise.resolve(1) } }, /^a\.late of .* is a promise/],
    [{ failure: new RangeError('no') }, /^failure of .* is an Error/],
    [{ rows: [1, undefined] }, /^rows\[1\] of .* is undefined/],
    [{ home: new URL('http://localhost') }, /^home of .* would change when sent as JSON/],
    [new Date(0), /^desk\/desk\.page is a Date/],
  ])('refuses %p with the name of the field and the reason', (data, message) => {
    expect(() => assertJson(data, VIEW)).toThrow(message);
    expect(() => assertJson(data, VIEW)).toThrow(TypeError);
  });

  it('refuses data that contain themselves', () => {
    const data: { self?: unknown } = {};
    data.self = data;
    expect(() => assertJson(data, VIEW)).toThrow(/contains itself/);
  });
});
