import { describe, expect, it } from '@jest/globals';
import { FieldList } from './fields.ts';

function fieldsOf(...pairs: readonly (readonly [string, unknown])[]): object {
  const list = new FieldList();
  for (const [name, value] of pairs) list.add(name, value);
  return list.toFields();
}

describe('FieldList', () => {
  it('returns a single value as it is, and several values as a list in their order', () => {
    expect(fieldsOf(['a', '1'], ['b', '2'], ['b', '3'])).toEqual({ a: '1', b: ['2', '3'] });
  });

  it('returns a list for a name that ends in [], also of a single value', () => {
    expect(fieldsOf(['a[]', '1'], ['b[]', '2'], ['b[]', '3'])).toEqual({ a: ['1'], b: ['2', '3'] });
  });

  it('accepts fields of any name, and changes no prototype by them', () => {
    const fields = fieldsOf(['__proto__', 'x'], ['constructor', 'y']);
    expect(Object.keys(fields)).toEqual(['__proto__', 'constructor']);
    expect(Object.getPrototypeOf(fields)).toBe(Object.prototype);
  });

  it('accepts a thousand fields and no more', () => {
    const list = new FieldList();
    for (let count = 0; count < 1000; count += 1) expect(list.add(`f${count}`, '')).toBe(true);
    expect(list.add('one more', '')).toBe(false);
  });
});
