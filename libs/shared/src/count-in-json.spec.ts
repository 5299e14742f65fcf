import { describe, expect, it } from '@jest/globals';
import { countNames, hasRepeatedNames } from './count-in-json.ts';

describe('hasRepeatedNames', () => {
  it.each([
    ['{"a":1,"a":2}', true],
    ['[{"b":{"a" :1,"c":2,"a"\n:2}}]', true],
    [String.raw`{"a":1,"\u0061":2}`, true],
    ['{"__proto__":1,"__proto__":2}', true],
    ['{"a":1,"b":{"a":2},"c":[{"a":3},{"a":"x:y"}]}', false],
    [String.raw`{"a":"{\"a\":1,\"a\":2}"}`, false],
    ['{"a":"b : c"}', false],
    ['[]', false],
  ])('finds in %s a name twice: %p', (json, has) => {
    expect(hasRepeatedNames(json, countNames(JSON.parse(json)))).toBe(has);
  });
});
