import { expect, it } from '@jest/globals';
import type { IssueState } from '#shared';
import { findChip } from './find-chip.ts';

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
