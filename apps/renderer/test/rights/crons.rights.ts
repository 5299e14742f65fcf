import type { Request, Row } from './rights-row.ts';

let crons = 0;
/** Makes a new monitor for each request. */
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
function linkIn(project: string): Request {
  return {
    path: async (fixture) => {
      await CRON.path!(fixture);
      return `/organizations/errata/crons/${project}cron-${crons}`;
    },
  };
}
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

export const CRON_OFF: Request = {
  path: async (fixture) => {
    const path = await CRON.path!(fixture);
    const change = { state: 'disabled', byUserId: 1, nowMs: Date.now() } as const;
    await fixture.renderer.stores.monitors.setState(Number(path.split('/').at(-1)), change);
    return path;
  },
};

export const rows: readonly Row[] = [
  // endpoint                         nobody viewer member outsider admin owner
  ['GET /crons', [401, 200, 200, 200, 200, 200]],
  ['GET /crons/new', [401, 403, 403, 403, 200, 200]],
  [
    'POST /crons/new create',
    [401, 403, 403, 403, 303, 303],
    { path: () => '/crons/new', fields: CRON_FIELDS },
  ],
  ['GET /organizations/:org/crons/:monitor', [401, 303, 303, 404, 303, 303], linkIn('')],
  [
    'GET /organizations/:org/crons/:project/:monitor',
    [401, 303, 303, 404, 303, 303],
    linkIn('app/'),
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
  [
    'POST /crons/:id remove',
    [401, 403, 403, 404, 303, 303],
    { ...CRON, fields: () => ({ slug: `cron-${crons}` }) },
  ],
];
