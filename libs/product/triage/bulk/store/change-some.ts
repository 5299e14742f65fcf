import type { Kysely } from 'kysely';
import type { ErrorCode } from '#shared';
import type { KyselyDatabase, Schema } from '#persistence/stores';
import { inTransaction } from '#persistence/stores';
import { includesProject, listProjectsWith } from '#product/projects/members';
import type { ProjectIds } from '#product/projects/members';
import { writeAudit } from '#product/people/audit';
import { raiseProjects } from '#product/recording/changes';
import { DeletionStore } from '#product/retention/deletion';
import type { Issue, Triage } from '#product/recording/issues';
import { IssueStore } from '#product/recording/issues';
import { assignIssues, changeStates } from '#product/triage/states';
import type { BulkAction } from './bulk.types.ts';
import { readBulkAction, readRefused, readWanted } from './bulk-row.ts';
import type { BulkRow } from './bulk-row.ts';
import { holdBulk } from './hold-bulk.ts';

/** Number of issues changed in one step, which takes less than 50 ms on SQLite. */
const CHANGED_PER_STEP = 100;
/** Number of issues deleted in one step. Each deletion is a separate transaction. */
const DELETED_PER_STEP = 10;

export interface BulkStep {
  readonly database: KyselyDatabase;
  readonly row: BulkRow;
  readonly nowMs: number;
}

/**
 * Changes the next issues of the search. The total never exceeds the number that the person was
 * shown.
 */
export async function changeSome(step: BulkStep): Promise<void> {
  const action = readBulkAction(step.row);
  const perStep = action.kind === 'deletion' ? DELETED_PER_STEP : CHANGED_PER_STEP;
  const left = Math.max(step.row.total - step.row.seen, 0);
  const limit = Math.min(perStep, left);
  const issues = limit === 0 ? [] : await listNext(step, action, limit);
  // A list of fewer than `limit` issues need not be the last one, because an issue that changes
  // while the list is read drops out of it.
  const isLast = issues.length === 0 || issues.length === left;
  if (action.kind === 'deletion') {
    const { deleted, gone } = await deleteAll(step.database, issues);
    const outcomes: StepResults = {
      historyIds: [],
      changed: deleted,
      refused: gone.map((): ErrorCode => 'issue.unknown'),
    };
    await advance(step, { issues, isLast, work: async () => outcomes, isAudited: true });
    return;
  }
  const assignable = await listAssignable(step, action);
  await advance(step, {
    issues,
    isLast,
    work: (triage) => triageAll(triage, { step, action, issues, assignable }),
  });
}

/** Lists the next matching issues, ordered by id, because no change affects this order. */
async function listNext(
  { database, row }: BulkStep,
  action: BulkAction,
  limit: number,
): Promise<Issue[]> {
  const right = action.kind === 'deletion' ? 'issues.delete' : 'issues.triage';
  const theirs = await listProjectsWith(database.kysely, row.asked_by, right);
  const projects = (await listProjects(database.kysely)).filter(
    (id) => includesProject(theirs, id) && (row.project_id ?? id) === id,
  );
  if (projects.length === 0) return [];
  return new IssueStore(database).list({
    ...readWanted(row),
    nowMs: row.asked_at,
    selfId: row.asked_by,
    projectIds: projects,
    limit,
    sort: 'id',
    before: { value: row.reached_id, id: row.reached_id },
  });
}

/**
 * Lists all projects that are not deleted. Deleted projects could make a page empty before the end
 * of the search.
 */
async function listProjects(db: Kysely<Schema>): Promise<number[]> {
  const rows = await db
    .selectFrom('projects')
    .select('id')
    .where('deleted_at', 'is', null)
    .execute();
  return rows.map(({ id }) => id);
}

interface StepResults {
  readonly historyIds: readonly number[];
  readonly changed: number;
  readonly refused: readonly ErrorCode[];
}

/**
 * Deletes each issue in a separate transaction. After a crash the step is repeated, and deleted
 * issues no longer match.
 */
async function deleteAll(
  database: KyselyDatabase,
  issues: readonly Issue[],
): Promise<{ readonly deleted: number; readonly gone: readonly number[] }> {
  // Deleting an issue leaves its files to the next sweep.
  const store = new DeletionStore(database, []);
  const gone: number[] = [];
  for (const { id } of issues) if (!(await store.delete(id))) gone.push(id);
  return { deleted: issues.length - gone.length, gone };
}

async function listAssignable({ database }: BulkStep, action: BulkAction): Promise<ProjectIds> {
  if (action.kind !== 'assignee' || action.assigneeId === undefined) return 'all';
  return listProjectsWith(database.kysely, action.assigneeId, 'issues.triage');
}

async function triageAll(
  triage: Triage,
  {
    step,
    action,
    issues,
    assignable,
  }: {
    readonly step: BulkStep;
    readonly action: Exclude<BulkAction, { kind: 'deletion' }>;
    readonly issues: readonly Issue[];
    readonly assignable: ProjectIds;
  },
): Promise<StepResults> {
  const allowed = issues.filter(({ projectId }) => includesProject(assignable, projectId));
  const act = {
    issueIds: allowed.map(({ id }) => id),
    byUserId: step.row.asked_by,
    nowMs: step.nowMs,
  };
  const outcomes =
    action.kind === 'state'
      ? await changeStates(triage, { ...act, change: action.change })
      : await assignIssues(triage, { ...act, ...action });
  const others = issues.length - allowed.length;
  return {
    historyIds: outcomes.flatMap((each) => (each.outcome === 'changed' ? [each.historyId] : [])),
    changed: outcomes.filter(({ outcome }) => outcome === 'changed').length,
    refused: [
      ...Array.from({ length: others }, (): ErrorCode => 'issue.assignee_unknown'),
      ...outcomes.flatMap((each) => (each.outcome === 'refused' ? [each.code] : [])),
    ],
  };
}

/**
 * Makes the changes of a step and records its results, in one transaction. Does nothing when
 * another process has already done this step.
 */
async function advance(
  { database, row }: BulkStep,
  {
    issues,
    isLast,
    work,
    isAudited = false,
  }: {
    readonly issues: readonly Issue[];
    readonly isLast: boolean;
    readonly work: (triage: Triage) => Promise<StepResults>;
    /**
     * True when the audit log must record the change, because the history of the issues does not.
     */
    readonly isAudited?: boolean;
  },
): Promise<void> {
  const { dialect } = database;
  await inTransaction(database, async (transaction) => {
    const held = await holdBulk({ transaction, dialect }, row.id);
    if (held?.state !== 'changing' || held.reached_id !== row.reached_id) return;
    const { historyIds, changed, refused } = await work({ transaction, dialect });
    if (historyIds.length > 0) {
      await transaction
        .insertInto('bulk_change_rows')
        .values(historyIds.map((history_id) => ({ bulk_id: row.id, history_id })))
        .execute();
    }
    const counts = readRefused(held);
    for (const code of refused) counts.set(code, (counts.get(code) ?? 0) + 1);
    await transaction
      .updateTable('bulk_changes')
      .set({
        reached_id: issues.at(-1)?.id ?? 0,
        seen: held.seen + issues.length,
        changed: held.changed + changed,
        refused: JSON.stringify(Object.fromEntries(counts)),
        state: isLast ? ('changed' as const) : undefined,
      })
      .where('id', '=', row.id)
      .execute();
    if (isLast && isAudited) await noteDeleted(transaction, held, held.changed + changed);
    await raiseProjects(
      transaction,
      issues.map(({ projectId }) => projectId),
    );
  });
}

async function noteDeleted(
  db: Kysely<Schema>,
  { asked_at: atMs, asked_by: byUserId, project_id, query }: BulkRow,
  count: number,
): Promise<void> {
  if (count === 0) return;
  const project = project_id === null ? {} : { projectId: project_id };
  const what = 'issues.deleted';
  await writeAudit(db, [{ atMs, byUserId, ...project, what, target: query, to: count }]);
}
