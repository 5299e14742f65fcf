import { expect, it } from '@jest/globals';
import type { Issue } from '#product/recording/issues';
import type { IssueState } from '#shared';
import { toIssueAnswer } from './issue-answer.ts';

const since = { sinceMs: 0, byUserId: 7 };
const muted = { status: 'muted', reopensAs: 'new', ...since } as const;

const ISSUE = {
  id: 1,
  projectId: 1,
  projectSlug: 'web',
  number: 1,
  type: 'Error',
  value: '',
  place: '',
  level: 'error',
  events: 1,
  users: 0,
  firstSeenMs: 0,
  lastSeenMs: 0,
  trend: 0,
  state: { status: 'unresolved', kind: 'new', sinceMs: 0 },
} as const;

it.each<[IssueState, object]>([
  [ISSUE.state, { status: 'unresolved', substatus: 'new', statusDetails: {} }],
  [
    { ...ISSUE.state, ...since },
    { status: 'unresolved', substatus: 'ongoing' },
  ],
  [
    { ...ISSUE.state, kind: 'regressed' },
    { status: 'unresolved', substatus: 'regressed' },
  ],
  [
    { status: 'resolved', kind: 'now', ...since },
    { status: 'resolved', substatus: null, statusDetails: {} },
  ],
  [
    { status: 'resolved', kind: 'nextRelease', release: '1.4', ...since },
    { status: 'resolved', statusDetails: { inNextRelease: true } },
  ],
  [
    { status: 'resolved', kind: 'inRelease', release: '1.4', ...since },
    { status: 'resolved', statusDetails: { inRelease: '1.4' } },
  ],
  [
    { ...muted, kind: 'forever' },
    { status: 'ignored', substatus: 'archived_forever', statusDetails: {} },
  ],
  [
    { ...muted, kind: 'time', untilMs: 1000 },
    {
      status: 'ignored',
      substatus: 'archived_until_condition_met',
      statusDetails: { ignoreUntil: '1970-01-01T00:00:01.000Z' },
    },
  ],
  [
    { ...muted, kind: 'events', count: 10, baseline: 3 },
    { status: 'ignored', statusDetails: { ignoreCount: 10 } },
  ],
  [
    { ...muted, kind: 'users', count: 5, baseline: 3 },
    { status: 'ignored', statusDetails: { ignoreUserCount: 5 } },
  ],
])('toIssueAnswer writes the state %j in the format of Sentry', (state, status) => {
  const issue: Issue = { ...ISSUE, state };
  const around = { project: undefined, people: new Map(), publicUrl: '' };
  expect(toIssueAnswer(issue, around)).toMatchObject(status);
});
