import { expect, it } from '@jest/globals';
import type { IssueState } from '#shared';
import type { OverReason } from './alert-rule.ts';
import { findEnd, isEndWanted, judgeEnd, judgeFall, toEndText } from './ends.ts';
import type { ToldAlert } from './ends.ts';

const DAY_MS = 86_400_000;
const open: IssueState = { status: 'unresolved', kind: 'new', sinceMs: 0 };
const resolved: IssueState = { status: 'resolved', kind: 'now', sinceMs: 1 };
const muted: IssueState = { status: 'muted', kind: 'forever', reopensAs: 'new', sinceMs: 1 };
const inRelease = { ...resolved, kind: 'inRelease', release: '1.4', commit: 'abc' } as const;

it.each([
  ['a resolved issue', open, resolved, { how: 'resolved' }],
  ['a commit of a release', open, inRelease, { how: 'resolved', release: '1.4', commit: 'abc' }],
  [
    'the next release',
    open,
    { ...resolved, kind: 'nextRelease', release: '1.3' },
    { how: 'resolved', afterRelease: '1.3' },
  ],
  ['a muted issue', open, muted, { how: 'muted' }],
  ['a mute that became a resolution: none', muted, resolved, undefined],
  ['a reopened issue: none', resolved, open, undefined],
] as const)('findEnd finds the end of %s', (_, from, to, end) => {
  expect(findEnd(from, to as IssueState)).toEqual(end && { kind: 'over', ...end });
});

it.each([
  ['resolved', false, false, false],
  ['resolved', false, true, true],
  ['resolved', true, false, true],
  ['recovered', false, false, true],
] as const)('isEndWanted: %s, the rule asks %s, pager %s: %s', (how, onOver, isPager, wanted) => {
  expect(isEndWanted({ onOver }, { kind: 'over', how }, isPager)).toBe(wanted);
});

const told: ToldAlert = {
  state: 'fell',
  toldMs: 0,
  wasTold: false,
  isAlone: true,
  message: 'sent',
};

it.each<[string, Partial<ToldAlert> | undefined, string, string]>([
  ['nothing was told', undefined, 'drop', 'tell'],
  ['the fall arrived', {}, 'tell', 'tell'],
  ['the fall arrived, and the issue was deleted', { state: 'gone' }, 'tell', 'tell'],
  ['the fall failed', { message: 'failed' }, 'drop', 'tell'],
  ['the fall failed after another', { message: 'failed', wasTold: true }, 'tell', 'tell'],
  ['nobody has the fall', { message: 'unsent' }, 'cancel', 'wait'],
  ['nobody has the summary', { message: 'unsent', isAlone: false }, 'wait', 'wait'],
  ['the fall may have arrived', { message: 'unclear' }, 'wait', 'wait'],
  ['the end was told', { state: 'over' }, 'drop', 'tell'],
  ['the end waits', { state: 'over', message: 'unclear' }, 'drop', 'cancel'],
  ['ends wait', { state: 'over', message: 'unclear', isAlone: false }, 'drop', 'wait'],
  ['the fall was told 14 days ago', { toldMs: -13 * DAY_MS - 1 }, 'drop', 'tell'],
])('judges an end and a fall when %s', (_, before, end, fall) => {
  const alert = before && { ...told, ...before };
  const over = { isOver: true, atMs: DAY_MS, isMerged: false };
  expect([judgeEnd(alert, over), judgeFall(alert)]).toEqual([end, fall]);
  expect(judgeEnd(alert, { ...over, isOver: false })).toBe('drop');
  expect(judgeEnd(alert, { ...over, isMerged: true })).toBe(end === 'cancel' ? 'wait' : end);
});

it.each<[string, Omit<OverReason, 'kind'>, object]>([
  ['resolved by Ann after 2 hours', { how: 'resolved' }, { by: 'Ann', lastedMs: 7_300_000 }],
  [
    'resolved in release 1.4 by the commit 0123456789ab',
    { how: 'resolved', release: '1.4', commit: '0123456789abcdef' },
    {},
  ],
  ['resolved in the release after 1.3', { how: 'resolved', afterRelease: '1.3' }, {}],
  ['runs again after 30 seconds', { how: 'recovered' }, { lastedMs: 30_000 }],
])('toEndText says: %s', (text, reason, facts) => {
  expect(toEndText({ kind: 'over', ...reason }, facts)).toBe(text);
});
