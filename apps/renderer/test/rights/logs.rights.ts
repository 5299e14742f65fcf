import type { NamedLog } from '#product/recording/logs';
import { createReport } from '#product/testing';
import type { Fixture, Request, Row } from './rights-row.ts';

const SETTINGS: Request = { path: () => '/settings/projects/app/data/logs' };

let reports = 0;

/** Records a log of the project, and returns the address of this log. */
async function recordLog({ renderer: { stores } }: Fixture): Promise<string> {
  reports += 1;
  const receivedAtMs = Date.now();
  const logs = [{ atMs: receivedAtMs, level: 'info', body: 'seen', attributes: {} }] as const;
  const item = { projectId: 1, receivedAtMs, item: 0, content: `${reports}`, logs, dropped: [] };
  await stores.reports.record([createReport(4000 + reports, [], { logs: [item] })]);
  const search = { projects: new Map([[1, 'app']]), search: [], nowMs: receivedAtMs };
  const [{ name }] = (await stores.logs.search(search)).logs as [NamedLog];
  return `/logs/${name.day.replaceAll('-', '')}-${name.blockId.toString(36)}-${name.index}`;
}

const LOG: Request = { path: recordLog };
const LOG_JSON: Request = { path: async (fixture) => `${await recordLog(fixture)}/json` };

export const rows: readonly Row[] = [
  // endpoint     nobody viewer member outsider admin owner
  ['GET /logs', [401, 200, 200, 200, 200, 200]],
  ['GET /logs.txt', [401, 200, 200, 200, 200, 200]],
  ['GET /logs/:log', [401, 200, 200, 404, 200, 200], LOG],
  ['GET /logs/:log/json', [401, 200, 200, 404, 200, 200], LOG_JSON],
  ['GET /settings/projects/:slug/data/logs', [401, 403, 403, 404, 200, 200], SETTINGS],
  [
    'POST /settings/projects/:slug/data/logs save',
    [401, 403, 403, 404, 303, 303],
    { ...SETTINGS, fields: () => ({ days: '7', level: 'trace' }) },
  ],
];
