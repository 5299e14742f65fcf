import { expect, it } from '@jest/globals';
import type { FoundLog } from '#product/recording/logs';
import { toRows } from './log-rows.ts';

const facts = { slugs: new Map<number, string>(), issues: new Map() };

function makeLogs(count: number, log: Partial<FoundLog>): FoundLog[] {
  return Array.from({ length: count }, (_log, at) => ({
    projectId: 1,
    atMs: at,
    level: 'info',
    body: 'short',
    attributes: {},
    ...log,
  }));
}

const name = (_: unknown, n: number) => [`k${n}`, n] as const;
const HUNDRED = Object.fromEntries(Array.from({ length: 100 }, name));

it('toRows shows 2,000 attributes on a page of logs, and the texts of all logs', () => {
  const body = 'a'.repeat(300);
  const rows = toRows(makeLogs(355, { body, attributes: HUNDRED }), facts);
  const counts = rows.map(({ attributes }) => Object.keys(attributes).length);
  expect(counts.reduce((sum, each) => sum + each)).toBe(2000);
  expect(rows.filter(({ isCut }) => isCut)).toHaveLength(335);
  expect(new Set(rows.map((row) => row.body))).toEqual(new Set([body]));
});

it('toRows cuts long texts when a page of logs is full, and ends them with an ellipsis', () => {
  const logs = [...makeLogs(200, { body: 'a'.repeat(8192) }), ...makeLogs(1, { body: 'b' })];
  const rows = toRows(logs, facts);
  const cut = rows.filter(({ isCut }) => isCut);
  expect(cut.map(({ body }) => body)).toEqual(cut.map(() => `${'a'.repeat(200)}…`));
  expect(rows.length - cut.length).toBe(48 + 1);
  expect(JSON.stringify(rows).length).toBeLessThan(460_000);
  expect(rows.at(-1)).toEqual(expect.not.objectContaining({ isCut: true }));
});

it('toRows names the attributes that a search cannot find, until it leaves them out', () => {
  const attributes = { project: 'apollo', cart: 1 };
  const [row] = toRows(makeLogs(1, { attributes }), facts);
  expect(row).toMatchObject({ attributes, shadowed: ['project'] });
  const last = toRows(makeLogs(1500, { attributes }), facts).at(-1);
  expect(last).toMatchObject({ attributes: {}, isCut: true });
  expect(last).not.toHaveProperty('shadowed');
});
