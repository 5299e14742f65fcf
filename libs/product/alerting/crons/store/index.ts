import type { Transaction } from 'kysely';
import { type EntryTexts, quote } from '#product/people/audit/rules';
import { findOwn } from '#shared';
import { type Capability, storeOf, type Schema } from '#persistence/stores';
import { MonitorStore } from './monitor.store.ts';
import { createMonitors } from './migrations/0031-create-monitors.ts';
import { findRunsByStatus } from './migrations/0062-find-runs-by-status.ts';
import { emptyRefusedSlugs } from './migrations/0066-empty-refused-slugs.ts';
import { tables } from './monitor.tables.ts';
import { noteCheckIns } from './note-check-ins.ts';

const ROWS = 500;

/**
 * Removes some runs. Returns true when it removed any. The database removes the monitors later,
 * along with the project.
 */
async function removeRunsOfProject(
  transaction: Transaction<Schema>,
  projectId: number,
): Promise<boolean> {
  const { numDeletedRows } = await transaction
    .deleteFrom('monitor_runs')
    .where('id', 'in', (rows) =>
      rows.selectFrom('monitor_runs').select('id').where('project_id', '=', projectId).limit(ROWS),
    )
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

const STATES: Readonly<Record<string, string>> = {
  active: 'switched on',
  muted: 'muted',
  disabled: 'switched off',
};

function toMonitorChange({ target, project, from, to }: EntryTexts): string {
  const before = from === '' ? '' : ` from ${quote(from)}`;
  return `the cron monitor ${target} of ${project}${before} to ${quote(to)}`;
}

export const monitors = {
  tables,
  migrations: [createMonitors, findRunsByStatus, emptyRefusedSlugs],
  stores: { monitors: storeOf(MonitorStore) },
  recording: [noteCheckIns],
  keptKinds: {
    monitor: {
      title: 'Check-ins of cron jobs',
      stop: 'Take out withMonitor, captureCheckIn and Sentry.cron (Python: @monitor, and monitor_beat_tasks of CeleryIntegration).',
    },
  },
  projectRemoval: [removeRunsOfProject],
  auditTexts: {
    monitor: 'Crons',
    'monitor.added': ({ target, project, to }) =>
      `added the cron monitor ${target} to ${project}: ${to}`,
    'monitor.changed': (told) => `changed ${toMonitorChange(told)}`,
    'monitor.rescheduled': (told) => `changed ${toMonitorChange(told)}, as a check-in asked`,
    'monitor.state': ({ target, project, to }) =>
      `${findOwn(STATES, to) ?? 'changed'} the cron monitor ${target} of ${project}`,
    'monitor.removed': ({ target, project }) => `removed the cron monitor ${target} of ${project}`,
  },
} as const satisfies Capability;
