import { expect, it } from '@jest/globals';
import type { IssueState } from '#shared';
import { describeState, describeStateInShort } from './state-words.ts';

const NOW = Date.UTC(2026, 2, 4, 12);
const tenure = { sinceMs: NOW };
const muted = { ...tenure, status: 'muted', reopensAs: 'new' } as const;

it.each<[IssueState, string, string?]>([
  [{ ...tenure, status: 'unresolved', kind: 'new' }, 'unresolved'],
  [{ ...tenure, status: 'unresolved', kind: 'regressed' }, 'regressed'],
  [{ ...tenure, status: 'resolved', kind: 'now' }, 'resolved'],
  [{ ...tenure, status: 'resolved', kind: 'inRelease', release: '1.4' }, 'resolved in 1.4'],
  [
    { ...tenure, status: 'resolved', kind: 'inRelease', release: '1.4', commit: 'abc12345' },
    'resolved in 1.4 by commit abc1234',
  ],
  [
    { ...tenure, status: 'resolved', kind: 'nextRelease', release: '1.4' },
    'resolved in the release after 1.4',
  ],
  [
    { ...muted, kind: 'time', untilMs: NOW + 3 * 3_600_000 },
    'muted until 2026-03-04 16:00:00',
    'muted, ends in 3 hours',
  ],
  [{ ...muted, kind: 'events', count: 1, baseline: 5 }, 'muted until 1 more event'],
  [{ ...muted, kind: 'users', count: 1000, baseline: 5 }, 'muted until 1,000 more users'],
  [
    { ...muted, kind: 'events', count: 1, baseline: 5, windowMinutes: 60 },
    'muted until 1 event in an hour',
  ],
  [
    { ...muted, kind: 'users', count: 1000, baseline: 5, windowMinutes: 10_080 },
    'muted until 1,000 users in a week',
  ],
  [{ ...muted, kind: 'forever' }, 'muted'],
])('describeState puts the state %j into words', (state, words, short = words) => {
  expect(describeState(state, 'Europe/Berlin')).toBe(words);
  expect(describeStateInShort(state, NOW)).toBe(short);
});
