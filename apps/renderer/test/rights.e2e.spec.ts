import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import supertest from 'supertest';
import { createAttachment, createGroupedEvent, createReport } from '#persistence/testing';
import { createToken } from '../src/features/accounts/sessions/session-token.ts';
import { listEndpoints } from './support/endpoints.ts';
import { giveRole, signIn, signInPeople } from './support/people.ts';
import type { Person } from './support/people.ts';
import { startSpecRenderer } from './support/spec-renderer.ts';
import type { SpecRenderer } from './support/spec-renderer.ts';

const people = ['viewer', 'member', 'outsider', 'admin', 'owner'] as const;
type Known = (typeof people)[number];

/** Whoever asks, in the order of the table; `outsider` is a member of another project. */
const visitors = ['nobody', ...people] as const;

/** What the addresses and fields of a request are made of, made anew for each. */
interface Fixture {
  readonly renderer: SpecRenderer;
  /** An issue of the project in which the roles are. */
  readonly issueId: number;
  /** Another session of whoever asks. */
  readonly session: number;
}

interface Request {
  /** That of the endpoint unless said. */
  readonly path?: (fixture: Fixture) => Promise<string> | string;
  readonly fields?: (fixture: Fixture) => Promise<object> | object;
}

type Statuses = readonly [number, number, number, number, number, number];
type Row = readonly [endpoint: string, statuses: Statuses, request?: Request];

const ALL_200: Statuses = [200, 200, 200, 200, 200, 200];
let crons = 0;
/** Of the issue's only event. */
let eventId = '';
/** What people may quote of it. */
const QUOTED = { digest: '3512899471', requestId: 'req-7f3a', traceId: 'a'.repeat(32) };

const ISSUE: Request = { path: ({ issueId }) => `/issues/${issueId}` };
const BULK: Request = { path: () => '/issues/all' };
const NO_BULK = () => ({ bulk: '99999' });
const SAVED: Request = { path: () => '/issues/searches' };
const PROJECT: Request = { path: () => '/settings/projects/app' };
const KEYS: Request = { path: () => '/settings/projects/app/keys' };
const RETENTION: Request = { path: () => '/settings/projects/app/retention' };
const LIMITS: Request = { path: () => '/settings/projects/app/limits' };
const FILTERS: Request = { path: () => '/settings/projects/app/filters' };
const IGNORE: Request = { path: ({ issueId }) => `/issues/${issueId}/ignore` };
const RULES: Request = { path: () => '/settings/projects/app/grouping-rules' };
const PRIVACY: Request = { path: () => '/settings/projects/app/privacy' };
const PRIVACY_FIELDS = {
  hiddenNames: '',
  safeNames: '',
  openPaths: '',
  hidesMail: 'no',
  hidesIban: 'no',
  addresses: 'shorten',
};
const PERSON_DATA: Request = { path: () => '/settings/projects/app/person-data' };
const PERSON = () => ({ kind: 'email', name: 'nobody' });
const NO_SEARCH = () => ({ search: '99' });
const ALERTS: Request = { path: () => '/settings/projects/app/alerts' };
const NEW_RULE: Request = { path: () => '/settings/projects/app/alerts/new' };
const RULE_FIELDS = () => ({
  name: 'X',
  'on[]': ['new'],
  events: '',
  eventMinutes: '5',
  eventsOf: 'issue',
  users: '',
  userMinutes: '5',
  usersOf: 'issue',
  condition: '',
  are: 'except',
  environments: '',
});
const UNTOLD = () => ({ from: '', until: '', timeZone: '' });
const CONDITION = () => ({ condition: 'disk', to: 'off' });
const CHANNELS: Request = { path: () => '/settings/projects/app/channels' };
const NEW_CHANNEL = () => ({ kind: 'mail', name: 'X', recipients: 'x@example.org' });
const NO_CHANNEL = () => ({ channel: '99', kind: 'mail', name: 'X' });
const NO_DELIVERY = () => ({ delivery: '99' });
const HOST = () => ({ host: 'chat.example.org' });
const MEMBERS: Request = { path: () => '/settings/projects/app/members' };
/** Another one for each request. */
const CRON: Request = {
  path: async ({ renderer }) => {
    crons += 1;
    const created = await renderer.stores.monitors.create({
      projectId: 1,
      slug: `cron-${crons}`,
      name: 'Cron',
      config: {
        schedule: { type: 'interval', value: 1, unit: 'day' },
        timeZone: 'UTC',
        marginMinutes: 1,
        runtimeMinutes: 30,
        failureThreshold: 1,
        recoveryThreshold: 1,
      },
      byUserId: 1,
      nowMs: Date.now(),
    });
    return created.outcome === 'changed' ? `/crons/${created.id}` : '';
  },
};
/** An admin has switched it off. */
const CRON_OFF: Request = {
  path: async (fixture) => {
    const path = await CRON.path!(fixture);
    const change = { state: 'disabled', byUserId: 1, nowMs: Date.now() } as const;
    await fixture.renderer.stores.monitors.setState(Number(path.split('/').at(-1)), change);
    return path;
  },
};
const CRON_FIELDS = () => ({
  project: 'app',
  name: 'X',
  slug: `x-${(crons += 1)}`,
  type: 'crontab',
  crontab: '@daily',
  every: '1',
  unit: 'day',
  timeZone: 'UTC',
  margin: '1',
  runtime: '30',
  failures: '1',
  recoveries: '1',
});
const NO_PERSON: Request = { fields: () => ({ user: 99_999 }) };
const NO_REPORT: Request = { fields: () => ({ which: 'one', report: 'a:1' }) };
const PASSWORDS = { current: 'no password', next: 'another horse battery' };
const CREDENTIALS = { email: 'viewer@example.org', password: 'no password' };

/** What each endpoint answers to each visitor. */
const table: readonly Row[] = [
  // endpoint                         nobody viewer member outsider admin owner
  ['GET /', [303, 303, 303, 303, 303, 303]],
  ['GET /health/live', ALL_200],
  // Nothing is behind the relay's address, which readiness does not ask for.
  ['GET /health/ready', ALL_200],
  ['GET /health/intake', [503, 503, 503, 503, 503, 503]],
  ['GET /find', [401, 200, 200, 200, 200, 200]],
  ['GET /search/help', [401, 200, 200, 200, 200, 200]],
  [
    'GET /search/completions',
    [401, 200, 200, 200, 200, 200],
    { path: () => '/search/completions?query=level:&at=6' },
  ],
  ['GET /find/:text', [401, 303, 303, 200, 303, 303], { path: () => `/find/${eventId}` }],
  [
    'GET /digests/:digest',
    [401, 200, 200, 404, 200, 200],
    { path: () => `/digests/${QUOTED.digest}` },
  ],
  [
    'GET /requests/:request',
    [401, 200, 200, 404, 200, 200],
    { path: () => `/requests/${QUOTED.requestId}` },
  ],
  [
    'GET /traces/:trace',
    [401, 200, 200, 404, 200, 200],
    { path: () => `/traces/${QUOTED.traceId}` },
  ],
  ['GET /crons', [401, 200, 200, 200, 200, 200]],
  ['GET /crons/new', [401, 403, 403, 403, 200, 200]],
  [
    'POST /crons/new create',
    [401, 403, 403, 403, 303, 303],
    { path: () => '/crons/new', fields: CRON_FIELDS },
  ],
  ['GET /crons/:id', [401, 200, 200, 404, 200, 200], CRON],
  [
    'POST /crons/:id mute',
    [401, 403, 303, 404, 303, 303],
    { ...CRON, fields: () => ({ to: 'muted' }) },
  ],
  [
    'POST /crons/:id switch',
    [401, 403, 403, 404, 303, 303],
    { ...CRON, fields: () => ({ to: 'disabled' }) },
  ],
  ['POST /crons/:id change', [401, 403, 403, 404, 303, 303], { ...CRON, fields: CRON_FIELDS }],
  ['POST /crons/:id remove', [401, 403, 403, 404, 303, 303], CRON],
  ['GET /issues', [401, 200, 200, 200, 200, 200]],
  ['GET /issues/all', [401, 403, 200, 200, 200, 200], BULK],
  // The outsider may change none of these.
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
  // The first one is the project's.
  [
    'POST /issues/searches rename',
    [401, 422, 422, 422, 303, 303],
    { ...SAVED, fields: () => ({ search: '1', name: 'Y' }) },
  ],
  [
    'POST /issues/searches set-default',
    [401, 422, 422, 422, 303, 303],
    { ...SAVED, fields: () => ({ search: '1', isDefault: 'no' }) },
  ],
  [
    'POST /issues/searches remove',
    [401, 422, 422, 422, 303, 422],
    { ...SAVED, fields: () => ({ search: '1' }) },
  ],
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
    'GET /issues/:id/events',
    [401, 200, 200, 404, 200, 200],
    { path: ({ issueId }) => `/issues/${issueId}/events?query=level:error` },
  ],
  [
    'GET /issues/:id/events/:event',
    [401, 200, 200, 404, 200, 200],
    { path: ({ issueId }) => `/issues/${issueId}/events/${eventId}` },
  ],
  [
    'GET /issues/:id/events/:event/stack',
    [401, 200, 200, 404, 200, 200],
    { path: ({ issueId }) => `/issues/${issueId}/events/${eventId}/stack` },
  ],
  // In any project: which issues they may change is looked at one by one. Those of others are not theirs to know.
  [
    'POST /issues triage',
    [401, 403, 303, 422, 303, 303],
    { fields: () => ({ issue: '1', change: 'resolve' }) },
  ],
  // Only in a project of theirs it is looked for.
  ['POST /issues delete', [401, 403, 403, 403, 303, 303], { fields: report }],
  ['POST /issues fill', [401, 403, 403, 403, 403, 303]],
  ['POST /issues remember-filter', [401, 303, 303, 303, 303, 303]],
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
  [
    'POST /issues/:id merge',
    [401, 403, 422, 404, 422, 422],
    { ...ISSUE, fields: () => ({ into: 'APP-99' }) },
  ],
  // It has one group alone.
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
  // The first comment is the member's.
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
  ['GET /issues/:id/ignore', [401, 403, 403, 404, 200, 200], IGNORE],
  [
    'POST /issues/:id/ignore ignore',
    [401, 403, 403, 404, 303, 303],
    { ...IGNORE, fields: () => ({ filter: 'noise' }) },
  ],
  [
    'POST /issues/:id/ignore stop-ignoring',
    [401, 403, 403, 404, 303, 303],
    { ...IGNORE, fields: () => ({ filter: 'noise' }) },
  ],
  ['GET /account', [401, 200, 200, 200, 200, 200]],
  ['GET /account/filter', [401, 200, 200, 200, 200, 200]],
  ['POST /account/filter forget-filter', [401, 303, 303, 303, 303, 303]],
  ['GET /account/keyboard', [401, 200, 200, 200, 200, 200]],
  ['POST /account/keyboard switch-keys', [401, 303, 303, 303, 303, 303]],
  ['POST /account rename', [401, 303, 303, 303, 303, 303], { fields: () => ({ name: 'X' }) }],
  ['POST /account change-password', [401, 422, 422, 422, 422, 422], { fields: () => PASSWORDS }],
  [
    'POST /account end-session',
    [401, 303, 303, 303, 303, 303],
    { fields: ({ session }) => ({ session }) },
  ],
  ['POST /account end-other-sessions', [401, 303, 303, 303, 303, 303]],
  ['POST /account sign-out', [401, 303, 303, 303, 303, 303]],
  ['GET /settings', [401, 303, 303, 303, 303, 303]],
  ['GET /settings/invitations', [401, 403, 403, 403, 403, 200]],
  [
    'POST /settings/invitations invite',
    [401, 403, 403, 403, 403, 200],
    { fields: () => ({ role: 'owner' }) },
  ],
  [
    'POST /settings/invitations withdraw',
    [401, 403, 403, 403, 403, 422],
    { fields: () => ({ invitation: 99_999 }) },
  ],
  ['GET /settings/operation', [401, 403, 403, 403, 403, 200]],
  ['POST /settings/operation try-again', [401, 403, 403, 403, 403, 422], NO_REPORT],
  ['POST /settings/operation discard', [401, 403, 403, 403, 403, 422], NO_REPORT],
  [
    'GET /settings/operation/reports/:report',
    [401, 403, 403, 403, 403, 404],
    { path: () => '/settings/operation/reports/a:1' },
  ],
  ['GET /settings/people', [401, 403, 403, 403, 403, 200]],
  ['GET /settings/audit', [401, 403, 403, 403, 403, 200]],
  ['GET /settings/demo', [401, 403, 403, 403, 403, 200]],
  ['POST /settings/demo fill', [401, 403, 403, 403, 403, 303]],
  ['POST /settings/demo remove', [401, 403, 403, 403, 403, 303]],
  ['POST /settings/people make-owner', [401, 403, 403, 403, 403, 422], NO_PERSON],
  ['POST /settings/people unmake-owner', [401, 403, 403, 403, 403, 422], NO_PERSON],
  ['POST /settings/people disable', [401, 403, 403, 403, 403, 422], NO_PERSON],
  ['POST /settings/people enable', [401, 403, 403, 403, 403, 422], NO_PERSON],
  ['POST /settings/people make-reset-link', [401, 403, 403, 403, 403, 422], NO_PERSON],
  ['POST /settings/people remove', [401, 403, 403, 403, 403, 422], NO_PERSON],
  ['GET /settings/person-data', [401, 403, 403, 403, 403, 200]],
  ['POST /settings/person-data search', [401, 403, 403, 403, 403, 422], { fields: PERSON }],
  ['POST /settings/person-data erase', [401, 403, 403, 403, 403, 422], { fields: NO_SEARCH }],
  ['POST /settings/person-data forget', [401, 403, 403, 403, 403, 422], { fields: NO_SEARCH }],
  [
    'GET /settings/person-data/:search/export',
    [401, 403, 403, 403, 403, 404],
    { path: () => '/settings/person-data/99/export' },
  ],
  ['GET /settings/projects', [401, 200, 200, 200, 200, 200]],
  [
    'POST /settings/projects create',
    [401, 403, 403, 403, 403, 303],
    { fields: () => ({ name: 'X' }) },
  ],
  ['GET /settings/projects/:slug', [401, 403, 403, 404, 200, 200], PROJECT],
  ['GET /settings/projects/:slug/keys', [401, 403, 403, 404, 200, 200], KEYS],
  ['GET /settings/projects/:slug/limits', [401, 403, 403, 404, 200, 200], LIMITS],
  ['GET /settings/projects/:slug/members', [401, 403, 403, 404, 200, 200], MEMBERS],
  ['GET /settings/projects/:slug/filters', [401, 403, 403, 404, 200, 200], FILTERS],
  [
    'GET /settings/projects/:slug/data',
    [401, 200, 200, 404, 200, 200],
    { path: () => '/settings/projects/app/data' },
  ],
  ['GET /settings/projects/:slug/retention', [401, 403, 403, 404, 200, 200], RETENTION],
  [
    'POST /settings/projects/:slug/retention keep',
    [401, 403, 403, 404, 303, 303],
    { ...RETENTION, fields: () => ({ days: '30' }) },
  ],
  ['GET /settings/projects/:slug/person-data', [401, 403, 403, 404, 200, 200], PERSON_DATA],
  [
    'POST /settings/projects/:slug/person-data search',
    [401, 403, 403, 404, 422, 422],
    { ...PERSON_DATA, fields: PERSON },
  ],
  [
    'POST /settings/projects/:slug/person-data erase',
    [401, 403, 403, 404, 422, 422],
    { ...PERSON_DATA, fields: NO_SEARCH },
  ],
  [
    'POST /settings/projects/:slug/person-data forget',
    [401, 403, 403, 404, 422, 422],
    { ...PERSON_DATA, fields: NO_SEARCH },
  ],
  [
    'GET /settings/projects/:slug/person-data/:search/export',
    [401, 403, 403, 404, 404, 404],
    { path: () => '/settings/projects/app/person-data/99/export' },
  ],
  ['POST /settings/projects/:slug/filters switch', [401, 403, 403, 404, 303, 303], FILTERS],
  [
    'POST /settings/projects/:slug/filters list',
    [401, 403, 403, 404, 303, 303],
    { ...FILTERS, fields: () => ({ list: 'messages', entries: '' }) },
  ],
  ['GET /settings/projects/:slug/grouping-rules', [401, 403, 403, 404, 200, 200], RULES],
  [
    'POST /settings/projects/:slug/grouping-rules save',
    [401, 403, 403, 404, 303, 303],
    { ...RULES, fields: () => ({ rules: '' }) },
  ],
  [
    'POST /settings/projects/:slug/grouping-rules preview',
    [401, 403, 403, 404, 200, 200],
    { ...RULES, fields: () => ({ rules: '' }) },
  ],
  ['GET /settings/projects/:slug/privacy', [401, 403, 403, 404, 200, 200], PRIVACY],
  [
    'POST /settings/projects/:slug rename',
    [401, 403, 403, 404, 303, 303],
    { ...PROJECT, fields: () => ({ name: 'X' }) },
  ],
  [
    'POST /settings/projects/:slug delete',
    [401, 403, 403, 404, 403, 422],
    { ...PROJECT, fields: () => ({ slug: 'another' }) },
  ],
  ['POST /settings/projects/:slug/keys add-key', [401, 403, 403, 404, 303, 303], KEYS],
  [
    'POST /settings/projects/:slug/keys disable-key',
    [401, 403, 403, 404, 422, 422],
    { ...KEYS, fields: () => ({ key: 'none' }) },
  ],
  [
    'POST /settings/projects/:slug/keys enable-key',
    [401, 403, 403, 404, 422, 422],
    { ...KEYS, fields: () => ({ key: 'none' }) },
  ],
  [
    'POST /settings/projects/:slug/limits limit',
    [401, 403, 403, 404, 303, 303],
    { ...LIMITS, fields: () => ({ rate: '1000' }) },
  ],
  [
    'POST /settings/projects/:slug/limits allow-origins',
    [401, 403, 403, 404, 303, 303],
    { ...LIMITS, fields: () => ({ origins: '' }) },
  ],
  [
    'POST /settings/projects/:slug/privacy save',
    [401, 403, 403, 404, 303, 303],
    { ...PRIVACY, fields: () => PRIVACY_FIELDS },
  ],
  [
    'POST /settings/projects/:slug/privacy preview',
    [401, 403, 403, 404, 200, 200],
    { ...PRIVACY, fields: () => PRIVACY_FIELDS },
  ],
  [
    'POST /settings/projects/:slug/keys limit-key',
    [401, 403, 403, 404, 422, 422],
    { ...KEYS, fields: () => ({ key: 'none', rate: '1000' }) },
  ],
  [
    'POST /settings/projects/:slug/members add-member',
    [401, 403, 403, 404, 403, 422],
    { ...MEMBERS, fields: () => ({ email: 'nobody@example.org', role: 'viewer' }) },
  ],
  [
    'POST /settings/projects/:slug/members invite-member',
    [401, 403, 403, 404, 200, 200],
    { ...MEMBERS, fields: () => ({ email: 'nobody@example.org', role: 'viewer' }) },
  ],
  [
    'POST /settings/projects/:slug/members withdraw',
    [401, 403, 403, 404, 422, 422],
    { ...MEMBERS, fields: () => ({ invitation: 99 }) },
  ],
  [
    'POST /settings/projects/:slug/members put-back',
    [401, 403, 403, 404, 422, 422],
    { ...MEMBERS, fields: () => ({ ticket: 'none' }) },
  ],
  [
    'POST /settings/projects/:slug/members change-role',
    [401, 403, 403, 404, 422, 422],
    { ...MEMBERS, fields: () => ({ user: 99, role: 'viewer' }) },
  ],
  [
    'POST /settings/projects/:slug/members remove-member',
    [401, 403, 403, 404, 422, 422],
    { ...MEMBERS, fields: () => ({ user: 99 }) },
  ],
  ['GET /settings/projects/:slug/alerts', [401, 403, 403, 404, 200, 200], ALERTS],
  [
    'POST /settings/projects/:slug/alerts switch',
    [401, 403, 403, 404, 404, 404],
    { ...ALERTS, fields: () => ({ rule: '99', to: 'off' }) },
  ],
  ['GET /settings/projects/:slug/alerts/:rule', [401, 403, 403, 404, 200, 200], NEW_RULE],
  [
    'POST /settings/projects/:slug/alerts/:rule save',
    [401, 403, 403, 404, 303, 303],
    { ...NEW_RULE, fields: RULE_FIELDS },
  ],
  [
    'POST /settings/projects/:slug/alerts/:rule preview',
    [401, 403, 403, 404, 200, 200],
    { ...NEW_RULE, fields: RULE_FIELDS },
  ],
  ['POST /settings/projects/:slug/alerts/:rule remove', [401, 403, 403, 404, 404, 404], NEW_RULE],
  ['POST /settings/projects/:slug/alerts/:rule test', [401, 403, 403, 404, 404, 404], NEW_RULE],
  ['GET /settings/alerts', [401, 403, 403, 403, 403, 200]],
  ['POST /settings/alerts switch', [401, 403, 403, 403, 403, 303], { fields: CONDITION }],
  ['GET /account/alerts', [401, 200, 200, 200, 200, 200]],
  ['POST /account/alerts save', [401, 303, 303, 303, 303, 303], { fields: UNTOLD }],
  ['GET /unsubscribe/:token', [404, 404, 404, 404, 404, 404]],
  ['POST /unsubscribe/:token unsubscribe', [404, 404, 404, 404, 404, 404]],
  ['GET /settings/projects/:slug/channels', [401, 403, 403, 404, 200, 200], CHANNELS],
  [
    'POST /settings/projects/:slug/channels add-channel',
    [401, 403, 403, 404, 303, 303],
    { ...CHANNELS, fields: NEW_CHANNEL },
  ],
  [
    'POST /settings/projects/:slug/channels change-channel',
    [401, 403, 403, 404, 422, 422],
    { ...CHANNELS, fields: NO_CHANNEL },
  ],
  [
    'POST /settings/projects/:slug/channels remove-channel',
    [401, 403, 403, 404, 422, 422],
    { ...CHANNELS, fields: NO_CHANNEL },
  ],
  [
    'POST /settings/projects/:slug/channels test-channel',
    [401, 403, 403, 404, 422, 422],
    { ...CHANNELS, fields: NO_CHANNEL },
  ],
  [
    'POST /settings/projects/:slug/channels send-again',
    [401, 403, 403, 404, 422, 422],
    { ...CHANNELS, fields: NO_DELIVERY },
  ],
  ['GET /settings/channels', [401, 403, 403, 403, 403, 200]],
  ['POST /settings/channels add-channel', [401, 403, 403, 403, 403, 303], { fields: NEW_CHANNEL }],
  [
    'POST /settings/channels change-channel',
    [401, 403, 403, 403, 403, 422],
    { fields: NO_CHANNEL },
  ],
  [
    'POST /settings/channels remove-channel',
    [401, 403, 403, 403, 403, 422],
    { fields: NO_CHANNEL },
  ],
  ['POST /settings/channels test-channel', [401, 403, 403, 403, 403, 422], { fields: NO_CHANNEL }],
  ['POST /settings/channels send-again', [401, 403, 403, 403, 403, 422], { fields: NO_DELIVERY }],
  ['POST /settings/channels allow-host', [401, 403, 403, 403, 403, 303], { fields: HOST }],
  ['POST /settings/channels forbid-host', [401, 403, 403, 403, 403, 303], { fields: HOST }],
  ['GET /sign-in', [200, 303, 303, 303, 303, 303]],
  // The page that would show what is wrong is not for who is signed in.
  ['POST /sign-in sign-in', [422, 303, 303, 303, 303, 303], { fields: () => CREDENTIALS }],
  ['GET /setup', [303, 303, 303, 303, 303, 303]],
  ['POST /setup set-up', [303, 303, 303, 303, 303, 303], { fields: () => CREDENTIALS }],
  ['GET /invitations/:token', ALL_200, { path: invite }],
  [
    'POST /invitations/:token accept-as-new',
    [422, 422, 422, 422, 422, 422],
    { path: invite, fields: () => CREDENTIALS },
  ],
  ['POST /invitations/:token accept', [401, 303, 303, 303, 303, 303], { path: invite }],
  ['GET /forgotten-password', ALL_200],
  ['POST /forgotten-password ask-reset', ALL_200, { fields: () => ({ email: 'x@example.org' }) }],
  [
    'GET /password-reset/:token',
    [404, 404, 404, 404, 404, 404],
    { path: () => '/password-reset/1' },
  ],
  [
    'POST /password-reset/:token reset-password',
    [404, 404, 404, 404, 404, 404],
    { path: () => '/password-reset/1', fields: () => ({ password: 'correct horse battery' }) },
  ],
];

let reports = 1;

async function fill({ fields }: Request, fixture: Fixture): Promise<object> {
  return (await fields?.(fixture)) ?? {};
}

/** Names an issue of its own. */
async function report({ renderer: { stores } }: Fixture): Promise<object> {
  reports += 1;
  await stores.reports.record([
    createReport(reports, [createGroupedEvent({ groupedBy: `report ${reports}` })]),
  ]);
  const newest = await stores.issues.list({ limit: 1 });
  return { issue: newest[0]?.id };
}

/** The address of an invitation that anybody may accept, and that gives nothing. */
async function invite({ renderer }: Fixture): Promise<string> {
  const { token, hash } = createToken();
  await renderer.stores.invitations.create({
    tokenHash: hash,
    grant: { kind: 'member', role: 'viewer', projectIds: [] },
    invitedBy: 1,
    createdAtMs: Date.now(),
    expiresAtMs: Date.now() + 60_000,
  });
  return `/invitations/${token}`;
}

describe('who may do what', () => {
  let renderer: SpecRenderer;
  let known: Record<Known, Person>;

  beforeAll(async () => {
    renderer = await startSpecRenderer({ ERRATA_PROJECTS: 'app=1,web=2' });
    const { stores } = renderer;
    const { owner, ...others } = await signInPeople(stores, ['owner', ...people.slice(0, -1)]);
    known = { owner, ...others };
    await giveRole(stores, known.viewer, 1, 'viewer');
    await giveRole(stores, known.member, 1, 'member');
    await giveRole(stores, known.admin, 1, 'admin');
    await giveRole(stores, known.outsider, 2, 'member');
    const event = createGroupedEvent({ event: QUOTED });
    ({ eventId } = event.event);
    const attachment = createAttachment('text', { eventId });
    await stores.reports.record([createReport(1, [event], { attachments: [attachment] })]);
  });

  afterAll(() => renderer.end());

  it('is stated below of every route and action that there is', () => {
    expect(table.map(([endpoint]) => endpoint).toSorted()).toEqual(listEndpoints(renderer.app));
  });

  async function ask(who: (typeof visitors)[number], [endpoint, , request = {}]: Row) {
    const person = await enter(who);
    const fixture = { renderer, issueId: 1, session: await findSession(person) };
    const [method = '', pattern = '', action = ''] = endpoint.split(' ');
    const path = (await request.path?.(fixture)) ?? pattern;
    const http = supertest(renderer.app.getHttpServer());
    const asked = action ? http.post(`${path}?_action=${action}`).type('form') : http.get(path);
    void asked
      .set('Cookie', person?.cookie ?? '')
      .set('Accept', 'text/html')
      .set('Origin', 'http://localhost:3000');
    expect(method).toBe(action ? 'POST' : 'GET');
    return action ? asked.send(await fill(request, fixture)) : asked;
  }

  /** Of their own for each request: some end it. */
  async function enter(who: (typeof visitors)[number]): Promise<Person | undefined> {
    return who === 'nobody' ? undefined : await signIn(renderer.stores, known[who].id);
  }

  async function findSession(person: Person | undefined): Promise<number> {
    if (!person) return 1;
    const sessions = await renderer.stores.sessions.list(person.id, LATEST);
    return sessions.at(-1)?.id ?? 1;
  }

  const LATEST = { nowMs: Date.now(), limit: 100 };

  it.each(table)('%s answers %j', async (...row) => {
    const answers: number[] = [];
    // One after the other: some change what the next one meets.
    for (const who of visitors) answers.push((await ask(who, row)).status);
    expect(answers).toEqual(row[1]);
  });

  it('keeps a member from switching a monitor on by a mute', async () => {
    const request = { ...CRON_OFF, fields: () => ({ to: 'active' }) };
    const answer = await ask('member', ['POST /crons/:id mute', ALL_200, request]);
    expect(answer.status).toBe(422);
  });
});
