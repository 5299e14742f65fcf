import { createGroupedEvent, createReport } from '#product/testing';
import type { Fixture, Request, Row } from './rights-row.ts';

const ISSUE: Request = { path: ({ issueId }) => `/issues/${issueId}` };
const BULK: Request = { path: () => '/issues/all' };
const NO_BULK = () => ({ bulk: '99999' });
const SAVED: Request = { path: () => '/issues/searches' };
const LED = [401, 303, 303, 303, 303, 303] as const;
let reports = 1;

function linkTo(rest: string): Request {
  return { path: () => `/organizations/errata/issues${rest}` };
}

export const rows: readonly Row[] = [
  // endpoint                         nobody viewer member outsider admin owner
  ['GET /issues', [401, 200, 200, 200, 200, 200]],
  ['GET /issues/all', [401, 403, 200, 200, 200, 200], BULK],
  // The outsider may change none of these issues.
  [
    'POST /issues/all triage',
    [401, 403, 303, 422, 303, 303],
    { ...BULK, fields: () => ({ change: 'reopen' }) },
  ],
  [
    'POST /issues/all delete-all',
    [401, 403, 403, 403, 422, 422],
    { ...BULK, fields: () => ({ count: '0' }) },
  ],
  ['POST /issues/all undo-all', [401, 403, 422, 422, 422, 422], { ...BULK, fields: NO_BULK }],
  ['GET /issues/searches', [401, 200, 200, 200, 200, 200], SAVED],
  [
    'POST /issues/searches save',
    [401, 422, 422, 422, 303, 303],
    { ...SAVED, fields: () => ({ name: 'X', query: '', whose: 'app' }) },
  ],
  [
    'POST /issues/searches rename',
    [401, 422, 422, 422, 303, 303],
    { ...SAVED, fields: () => ({ search: '1', name: 'Y' }) },
  ],
  [
    'POST /issues/searches set-default',
    [401, 422, 422, 422, 303, 303],
    { ...SAVED, fields: () => ({ search: '1', isDefault: 'yes' }) },
  ],
  [
    'POST /issues/searches remove',
    [401, 422, 422, 422, 303, 422],
    { ...SAVED, fields: () => ({ search: '1' }) },
  ],
  // The page decides to which the link leads.
  ['GET /organizations/:org/issues', LED, linkTo('')],
  ['GET /organizations/:org/issues/:issue', LED, linkTo('/1')],
  ['GET /organizations/:org/issues/:issue/events/:event', LED, linkTo('/1/events/latest')],
  ['GET /issues/:id', [401, 200, 200, 404, 200, 200], ISSUE],
  [
    'GET /issues/:id/tags',
    [401, 200, 200, 404, 200, 200],
    { path: ({ issueId }) => `/issues/${issueId}/tags` },
  ],
  [
    'GET /issues/:id/attachments/:attachment',
    [401, 200, 200, 404, 200, 200],
    { path: ({ issueId }) => `/issues/${issueId}/attachments/1` },
  ],
  [
    'GET /issues/:id/attachments/:attachment/preview',
    [401, 200, 200, 404, 200, 200],
    { path: ({ issueId }) => `/issues/${issueId}/attachments/1/preview` },
  ],
  [
    'GET /issues/:id/events',
    [401, 200, 200, 404, 200, 200],
    { path: ({ issueId }) => `/issues/${issueId}/events?query=level:error` },
  ],
  [
    'GET /issues/:id/events/:event',
    [401, 200, 200, 404, 200, 200],
    { path: ({ issueId, eventId }) => `/issues/${issueId}/events/${eventId}` },
  ],
  [
    'GET /issues/:id/events/:event/stack',
    [401, 200, 200, 404, 200, 200],
    { path: ({ issueId, eventId }) => `/issues/${issueId}/events/${eventId}/stack` },
  ],
  [
    'GET /issues/:id/events/:event/markdown',
    [401, 200, 200, 404, 200, 200],
    { path: ({ issueId, eventId }) => `/issues/${issueId}/events/${eventId}/markdown` },
  ],
  [
    'GET /issues/:name.md',
    [401, 200, 200, 404, 200, 200],
    { path: ({ issueId }) => `/issues/${issueId}.md` },
  ],
  // The right to triage in any project is enough here, because each issue is checked separately.
  // The answer for an issue of another project does not tell that it exists.
  [
    'POST /issues triage',
    [401, 403, 303, 422, 303, 303],
    { fields: () => ({ issue: '1', change: 'resolve' }) },
  ],
  // Without the right in any project, issues are not even looked up.
  ['POST /issues delete', [401, 403, 403, 403, 303, 303], { fields: report }],
  ['POST /issues undo', [401, 403, 303, 303, 303, 303], { fields: () => ({ history: '1' }) }],
  [
    'POST /issues/:id triage',
    [401, 403, 303, 404, 303, 303],
    { ...ISSUE, fields: () => ({ change: 'reopen' }) },
  ],
  [
    'POST /issues/:id undo',
    [401, 403, 303, 404, 303, 303],
    { ...ISSUE, fields: () => ({ history: '1' }) },
  ],
  ['POST /issues/:id process-again', [401, 403, 303, 404, 303, 303], ISSUE],
  [
    'POST /issues/:id show-code',
    [401, 303, 303, 404, 303, 303],
    { ...ISSUE, fields: () => ({ code: 'minified' }) },
  ],
  [
    'POST /issues/:id merge',
    [401, 403, 422, 404, 422, 422],
    { ...ISSUE, fields: () => ({ into: 'APP-99' }) },
  ],
  // The issue has only one group.
  [
    'POST /issues/:id unmerge',
    [401, 403, 422, 404, 422, 422],
    { ...ISSUE, fields: () => ({ group: '1' }) },
  ],
  [
    'POST /issues/:id comment',
    [401, 403, 303, 404, 303, 303],
    { ...ISSUE, fields: () => ({ body: 'Hm.' }) },
  ],
  // The member wrote the first comment.
  [
    'POST /issues/:id edit-comment',
    [401, 403, 303, 404, 403, 403],
    { ...ISSUE, fields: () => ({ comment: '1', edited: 'Hm!' }) },
  ],
  [
    'POST /issues/:id delete-comment',
    [401, 403, 303, 404, 404, 404],
    { ...ISSUE, fields: () => ({ comment: '1' }) },
  ],
];

async function report({ renderer: { stores } }: Fixture): Promise<object> {
  reports += 1;
  await stores.reports.record([
    createReport(reports, [createGroupedEvent({ groupedBy: `report ${reports}` })]),
  ]);
  const newest = await stores.issues.list({ limit: 1 });
  return { issue: newest[0]?.id };
}
