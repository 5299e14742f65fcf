import { describe, expect, it } from '@jest/globals';
import { findExcess } from './json-excess.ts';

const wide = (fields: number): string =>
  JSON.stringify(Object.fromEntries(Array(fields).fill(0).entries()));
const deep = (levels: number): string => '['.repeat(levels) + ']'.repeat(levels);

describe('findExcess', () => {
  it.each([
    ['fields of an object at the bound', wide(1000)],
    ['many objects of some fields', `[${wide(900)},${wide(900)},{"a":${wide(900)}}]`],
    ['levels at the bound', deep(32)],
    ['brackets, commas and colons of a text', JSON.stringify(`"\\"${'[{,:'.repeat(9000)}\\`)],
    ['a text that is no JSON', `${']}'.repeat(9000)}"`],
  ])('finds none for %s', (_what, json) => {
    expect(findExcess(json, 5000)).toBeUndefined();
  });

  it.each([
    ['fields of an object', wide(1001), 413],
    ['fields of an inner object', `{"a":[0,${wide(1001)}]}`, 413],
    ['levels', deep(33), 400],
    ['values', `[${'0,'.repeat(5000)}0]`, 413],
    ['empty lists', `[${'[],'.repeat(2501)}`, 413],
  ])('refuses too many %s', (_what, json, status) => {
    expect(findExcess(json, 5000)?.status).toBe(status);
  });
});
