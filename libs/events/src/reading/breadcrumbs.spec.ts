import { expect, it } from '@jest/globals';
import { CutNotes } from '../json/cut-notes.ts';
import { jsonLimits } from '../json/field-limits.ts';
import { JsonBudget } from '../json/json-budget.ts';
import { normaliseBreadcrumbs } from './breadcrumbs.ts';

const T = Date.UTC(2026, 0, 5, 12) / 1000;
const DAY = 86_400;

function read(sent: readonly unknown[], shiftMs = 0): string[] {
  const notes = new CutNotes();
  const data = new JsonBudget(jsonLimits.breadcrumbData, 'data', notes);
  const crumbs = sent.map((timestamp, index) => ({ timestamp, message: `${index}` }));
  const rules = { data, notes, occurredAtMs: T * 1000, shiftMs };
  return normaliseBreadcrumbs(crumbs, rules).map(
    ({ message, timestampMs }) =>
      `${message} ${timestampMs === undefined ? '?' : (timestampMs - T * 1000) / 1000}`,
  );
}

it.each<[string, readonly unknown[], readonly string[]]>([
  ['by time', [T - 3, T - 9, T - 1], ['1 -9', '0 -3', '2 -1']],
  ['of one time as sent', [T - 3, T - 3, T - 4], ['2 -4', '0 -3', '1 -3']],
  [
    'without a time behind the one before',
    [null, T - 1, 'noon', T - 9],
    ['0 ?', '3 -9', '1 -1', '2 ?'],
  ],
  [
    'in milliseconds, microseconds and nanoseconds',
    [T * 1e3, `${T - 1}e0`, T * 1e6, `${T}000000000`],
    ['0 0', '1 ?', '2 0', '3 0'],
  ],
  [
    '31 days before the event, and a minute after it',
    [T - 31 * DAY, T + 61, T + 60],
    ['0 ?', '1 ?', '2 60'],
  ],
])('breadcrumbs %s', (_, sent, expected) => {
  expect(read(sent)).toEqual(expected);
});

it('breadcrumbs move with the time of their event', () => {
  expect(read([T + 2400 - 3], -2_400_000)).toEqual(['0 -3']);
});

it('breadcrumbs are sorted before the oldest are left out', () => {
  const sent = Array.from({ length: 120 }, (_, index) => T - index);
  const kept = read(sent);
  expect([kept.length, kept[0], kept.at(-1)]).toEqual([100, '99 -99', '0 0']);
});
