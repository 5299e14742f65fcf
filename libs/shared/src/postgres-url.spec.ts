import { expect, it } from '@jest/globals';
import { isPostgresUrl } from './postgres-url.ts';

it.each([
  ['postgres://db', true],
  ['postgres://errata@postgres:5432/errata', true],
  ['postgresql://errata:p%40%23%2Fss@postgres:5432/errata?sslmode=require', true],
  ['postgres://errata:p@ss@postgres:5432/errata', true],
  ['postgres://errata:p@ss#word@postgres:5432/errata', false],
  ['postgres://errata:#@postgres:5432/errata', false],
  ['postgres://errata:p@ss/word@postgres:5432/errata', false],
  ['postgres://errata:p@ss?word@postgres:5432/errata', false],
  ['postgres://errata:p/ss@postgres:5432/errata', false],
  ['postgres:///errata', false],
  ['mysql://db', false],
  [undefined, false],
])('isPostgresUrl takes %s for the address of a PostgreSQL: %s', (text, isOne) => {
  expect(isPostgresUrl(text)).toBe(isOne);
});
