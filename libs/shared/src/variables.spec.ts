import { expect, it } from '@jest/globals';
import { readNumber, readVariables } from './variables.ts';

it('readVariables leaves out blanks, but not those of secrets', () => {
  const secret = ` ${'x'.repeat(32)} `;
  const variables = { RATE_LIMIT_PER_KEY: ' ', PORT: ' 3000\n', HOST: '', ERRATA_SECRET: secret };
  expect(readVariables(variables)).toEqual({ PORT: '3000', ERRATA_SECRET: secret });
});

it.each(['ERRATA_SECRET', 'METRICS_TOKEN', 'ERRATA_OWNER_PASSWORD', 'OIDC_CLIENT_SECRET'])(
  'readVariables refuses %s of blanks',
  (name) => {
    expect(() => readVariables({ [name]: '  ' })).toThrow(`${name} has blanks alone`);
    expect(readVariables({ [name]: '' })).toEqual({});
  },
);

it.each([
  ['72', 72],
  ['0.5', 0.5],
  ['-1', -1],
  [7, 7],
  ['0x10', NaN],
  ['1e3', NaN],
  ['Infinity', NaN],
  ['12 ', NaN],
  ['9007199254740993', NaN],
])('readNumber reads %j as %d', (text, number) => {
  expect(readNumber({ value: text })).toBe(number);
});
