import { expect, it } from '@jest/globals';
import type { IssueState } from '#shared';
import { findChip, toListedPlace } from './to-row.ts';

const DAY = 86_400_000;
const NOW = 100 * DAY;
const unresolved = { status: 'unresolved', sinceMs: 0, kind: 'new' } as const;
const regressed = { status: 'unresolved', sinceMs: 0, kind: 'regressed' } as const;
const resolved = { status: 'resolved', sinceMs: 0, kind: 'now' } as const;

it.each<[string | undefined, string, IssueState, number, number]>([
  [undefined, 'is old and steady', unresolved, 2 * DAY, 100],
  ['New', 'is new today, and rises', unresolved, DAY - 1, 900],
  [undefined, 'is a day old', unresolved, DAY, 499],
  ['Rising', 'has five times the events', unresolved, DAY, 500],
  ['Regressed', 'came back, whatever else it does', regressed, 0, 900],
  [undefined, 'is resolved', resolved, 0, 900],
])('findChip returns %s for an issue that %s', (chip, _how, state, ageMs, trend) => {
  expect(findChip({ state, firstSeenMs: NOW - ageMs, trend }, NOW)).toBe(chip);
});

it.each([
  ['total (src/cart/total.ts:42)', 'total', 'total.ts:42'],
  ['main.(*Server).Serve (gateway/token.go:109)', 'main.(*Server).Serve', 'token.go:109'],
  ['Page (app/(shop)/page.tsx:3)', 'Page', 'page.tsx:3'],
  ['Total.Of (Shop\\Total.cs:7)', 'Of', 'Total.cs:7'],
  ['com.acme.Tariffs.find (Tariffs.java:121)', 'find', 'Tariffs.java:121'],
  ['Tariffs$1.run (Tariffs.java:12)', 'Tariffs$1.run', 'Tariffs.java:12'],
  ['block (2 levels) in <main> (config.ru:19)', 'block (2 levels) in <main>', 'config.ru:19'],
  ['src/cart/total.ts:42', '', 'total.ts:42'],
  ['total (cart/total.ts)', 'total', 'total.ts'],
  ['example.org/shop/cart.total', 'cart.total', ''],
  ['shop.GET /total', 'shop.GET /total', ''],
  ['operator()', 'operator()', ''],
  ['', '', ''],
])('toListedPlace splits "%s" into the call "%s" and the file "%s"', (place, call, file) => {
  expect(toListedPlace(place)).toEqual({ call, file });
});
