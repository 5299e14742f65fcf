import { expect, it } from '@jest/globals';
import { readParameters } from './parameters.ts';

it.each([
  ['SELECT 1', 0],
  ['INSERT INTO t VALUES (?, ?, ?)', 3],
  [`SELECT '?', "?", \`?\`, [?], 'it''s ?' WHERE a = ?`, 1],
  ['SELECT ? -- and ?\n, ?', 2],
  ['SELECT /* ? */ ? /* ?', 1],
  [`SELECT a -> '$.b' ->> '$[?]' FROM t WHERE c=?`, 1],
])('readParameters counts the parameters of %s', (sql, count) => {
  expect(readParameters(sql)).toEqual({ count, names: new Set() });
});

it('readParameters names each named parameter once, and no part of an identifier', () => {
  const sql = `SELECT '@no', a$b, größe:c FROM t WHERE a = @one OR b = :two OR c = $one`;
  expect([...readParameters(sql).names]).toEqual(['c', 'one', 'two']);
});
