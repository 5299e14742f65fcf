import type { Request, Row } from './rights-row.ts';

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
  crashFree: '',
  crashFreeHours: '24',
  crashFreeSessions: '100',
  condition: '',
  only: '',
  except: '',
  pauseMinutes: '30',
});
const NO_QUIET_HOURS = () => ({ from: '', until: '', timeZone: '' });
const CONDITION = () => ({ condition: 'disk', to: 'off' });

export const rows: readonly Row[] = [
  // endpoint                         nobody viewer member outsider admin owner
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
  ['POST /account/alerts save', [401, 303, 303, 303, 303, 303], { fields: NO_QUIET_HOURS }],
  ['GET /unsubscribe/:token', [404, 404, 404, 404, 404, 404]],
  ['POST /unsubscribe/:token unsubscribe', [404, 404, 404, 404, 404, 404]],
];
