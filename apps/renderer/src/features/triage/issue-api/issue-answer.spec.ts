import { expect, it } from '@jest/globals';
import type { Issue } from '#product/recording/issues';
import { issueLimits } from '#shared';
import type { IssueState } from '#shared';
import { toIso, toIssueAnswer } from './issue-answer.ts';

const since = { sinceMs: 0, byUserId: 7 };
const resolved = { status: 'resolved', ...since } as const;
const muted = { status: 'muted', reopensAs: 'new', ...since } as const;

const unresolved = { status: 'unresolved', kind: 'new', sinceMs: 0 } as const;

it.each<[IssueState, object]>([
  [unresolved, { status: 'unresolved', substatus: 'new', statusDetails: {} }],
  [
    { ...unresolved, ...since },
    { status: 'unresolved', substatus: 'ongoing' },
  ],
  [
    { ...unresolved, kind: 'regressed' },
    { status: 'unresolved', substatus: 'regressed' },
  ],
  [
    { ...resolved, kind: 'now' },
    { status: 'resolved', substatus: null, statusDetails: {} },
  ],
  [{ ...resolved, kind: 'nextRelease', release: '2' }, { statusDetails: { inNextRelease: true } }],
  [{ ...resolved, kind: 'inRelease', release: '2' }, { statusDetails: { inRelease: '2' } }],
  [
    { ...muted, kind: 'forever' },
    { substatus: 'archived_forever', statusDetails: {} },
  ],
  [{ ...muted, kind: 'time', untilMs: 0 }, { statusDetails: { ignoreUntil: toIso(0) } }],
  [{ ...muted, kind: 'events', count: 9, baseline: 3 }, { statusDetails: { ignoreCount: 9 } }],
  [
    { ...muted, kind: 'events', count: 9, baseline: 3, windowMinutes: 60 },
    { statusDetails: { ignoreCount: 9, ignoreWindow: 60 } },
  ],
  [
    { ...muted, kind: 'users', count: 9, baseline: 3, windowMinutes: 1440 },
    { statusDetails: { ignoreUserCount: 9, ignoreUserWindow: 1440 } },
  ],
  [
    { ...muted, kind: 'users', count: 5, baseline: 3 },
    {
      status: 'ignored',
      substatus: 'archived_until_condition_met',
      statusDetails: { ignoreUserCount: 5 },
    },
  ],
])('toIssueAnswer writes the state %j in the format of Sentry', (state, status) => {
  const texts = { projectSlug: 'web', type: '', value: '', place: '' };
  const issue = { id: 1, ...texts, firstSeenMs: 0, lastSeenMs: 0, state };
  const around = {
    project: undefined,
    people: new Map(),
    publicUrl: '',
    organisation: 'errata',
    nowMs: 0,
  };
  expect(toIssueAnswer(issue as Issue, around)).toMatchObject(status);
  const aDayLater = toIssueAnswer(issue as Issue, { ...around, nowMs: issueLimits.newForMs });
  expect(aDayLater).not.toHaveProperty('substatus', 'new');
});
