import { applyRecovery, toCurrentState } from '#shared';
import type { Kysely } from 'kysely';
import type { Schema } from '#persistence/stores';
import { raiseProjectsOf } from '#product/recording/changes';
import { lockIssues, type Triage, toIssueState, writeStates } from '#product/recording/issues';
import { endAlerts } from '#product/alerting/alerts';
import { findKeys } from '#product/recording/record';
import { readConfig } from '../rules/monitor-config.ts';
import type { MonitorFailure } from './monitor.types.ts';
import { selectRuns } from './read-monitors.ts';

function selectOldest(db: Kysely<Schema>) {
  return db
    .selectFrom('monitor_changes')
    .select(['id', 'environment_id', 'project_id', 'run_id', 'at'])
    .orderBy('id')
    .limit(1);
}

/**
 * Returns the oldest change when it is a failure. Drops changes whose run or monitor was removed
 * meanwhile.
 */
export async function findFailure(db: Kysely<Schema>): Promise<MonitorFailure | undefined> {
  const change = await selectOldest(db).executeTakeFirst();
  if (!change || change.run_id === null) return undefined;
  const run = await selectRuns(db).where('id', '=', change.run_id).executeTakeFirst();
  const monitor = await db
    .selectFrom('monitor_environments')
    .innerJoin('monitors', 'monitors.id', 'monitor_environments.monitor_id')
    .select(['monitors.id', 'slug', 'name', 'config', 'environment'])
    .where('monitor_environments.id', '=', change.environment_id)
    .where('state', '!=', 'removed')
    .executeTakeFirst();
  if (!run || !monitor) {
    await db.deleteFrom('monitor_changes').where('id', '=', change.id).execute();
    return findFailure(db);
  }
  const { slug, name, config, environment } = monitor;
  const known = readConfig(config);
  return {
    changeId: change.id,
    projectId: change.project_id,
    monitorId: monitor.id,
    slug,
    name,
    config: known,
    environment,
    atMs: change.at,
    run,
  };
}

/**
 * Resolves the issue of the oldest change when that change is a recovery. Does not change an issue
 * that people have muted or resolved. Returns false when the oldest change is no recovery.
 */
export async function resolveNext(triage: Triage): Promise<boolean> {
  const { transaction, dialect } = triage;
  const oldest = selectOldest(transaction);
  const change = await (
    dialect.hasConcurrentWriters ? oldest.forUpdate() : oldest
  ).executeTakeFirst();
  if (!change || change.run_id !== null) return false;
  const issueId = await findIssue(triage, change.environment_id);
  const issue =
    issueId === undefined ? undefined : (await lockIssues(triage, [issueId])).get(issueId);
  if (issueId !== undefined && issue) {
    const stored = toIssueState(issue);
    const from = toCurrentState(stored, change.at);
    const to = applyRecovery(from, change.at);
    const atMs = change.at;
    if (from !== stored)
      await writeStates(transaction, [{ issueId, from: stored, to: from, atMs }]);
    if (to !== from) await writeStates(transaction, [{ issueId, from, to, atMs }]);
    await endAlerts(transaction, [{ issueId, how: 'recovered', atMs }]);
  }
  await transaction.deleteFrom('monitor_changes').where('id', '=', change.id).execute();
  if (issueId !== undefined) await raiseProjectsOf(transaction, [issueId]);
  return true;
}

async function findIssue(
  { transaction }: Triage,
  environmentId: number,
): Promise<number | undefined> {
  const { project_id, grouping_key } = await transaction
    .selectFrom('monitor_environments')
    .select(['project_id', 'grouping_key'])
    .where('id', '=', environmentId)
    .executeTakeFirstOrThrow();
  if (grouping_key === null) return undefined;
  const found = await findKeys(transaction, project_id, new Set([grouping_key]));
  return [...found.values()][0]?.issueId;
}
