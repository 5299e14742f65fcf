import type { Selectable } from 'kysely';
import type { IssueHistoryTable, LockedIssue, Triage } from '#product/recording/issues';
import { endAlerts } from '#product/alerting/alerts';
import { writeStates, readState, toIssueState } from '#product/recording/issues';
import { lockProject } from '#product/recording/record';
import { noteRegressions } from '../note-regressions.ts';
import { refuse, UNKNOWN } from '../triage.types.ts';
import type { TriageOutcome } from '../triage.types.ts';
import { lockGrouping } from './lock-grouping.ts';
import type { LockedKey } from './lock-grouping.ts';
import { listMerged, returnKeys, setMerged, takeKeys } from './move-keys.ts';
import { readRegrouping, writeRegrouping } from './regrouping.ts';
import type { OwnRegrouping } from './regrouping.ts';
import { settleIssues } from './settle-issues.ts';

type HistoryRow = Selectable<IssueHistoryTable>;

interface Undo {
  readonly row: HistoryRow;
  readonly byUserId: number;
  readonly nowMs: number;
}

/**
 * Undoes a `grouping` row of history by moving the keys back. Refuses when one of the issues was
 * merged, unmerged or deleted after that row.
 */
export async function undoRegrouping(triage: Triage, undo: Undo): Promise<TriageOutcome> {
  const { row } = undo;
  const regrouping = readRegrouping(row.to_value);
  if (!('others' in regrouping)) return refuse('issue.not_undoable');
  const project = await triage.transaction
    .selectFrom('issues')
    .select('project_id')
    .where('id', '=', row.issue_id)
    .executeTakeFirst();
  if (!project) return UNKNOWN;
  await lockProject(triage.transaction, project.project_id);
  const otherIds = regrouping.others.map(({ id }) => id);
  const { issues, keys } = await lockGrouping(triage, [row.issue_id, ...otherIds]);
  const issue = issues.get(row.issue_id);
  if (!issue) return UNKNOWN;
  const isSound =
    issue.merged_into === null &&
    issues.size === otherIds.length + 1 &&
    (await isLatest(triage, row, otherIds));
  if (!isSound) return refuse('issue.changed_since');
  const takeBack = regrouping.kind === 'merge' ? undoMerge : undoUnmerge;
  const historyId = await takeBack(triage, { ...undo, regrouping, issue, issues, keys });
  return { outcome: 'changed', issueId: issue.id, historyId };
}

/** Whether this row is the latest merge or unmerge of the issue and of each of the others. */
async function isLatest(
  { transaction }: Triage,
  row: HistoryRow,
  otherIds: readonly number[],
): Promise<boolean> {
  const latest = await transaction
    .selectFrom('issue_history')
    .select(({ fn }) => fn.max('id').as('id'))
    .where('issue_id', 'in', [row.issue_id, ...otherIds])
    .where('what', '=', 'grouping')
    .groupBy('issue_id')
    .execute();
  const told = await transaction
    .selectFrom('issue_history')
    .select(['id', 'to_value'])
    .where(
      'id',
      'in',
      latest.map(({ id }) => id),
    )
    .execute();
  return told.every(({ id, to_value }) => {
    const regrouping = readRegrouping(to_value);
    return id === row.id || ('of' in regrouping && regrouping.of === row.id);
  });
}

interface Found extends Undo {
  readonly regrouping: OwnRegrouping;
  readonly issue: LockedIssue;
  readonly issues: ReadonlyMap<number, LockedIssue>;
  readonly keys: readonly LockedKey[];
}

async function undoMerge(triage: Triage, found: Found): Promise<number> {
  const { row, regrouping, issue, issues, byUserId, nowMs } = found;
  const { transaction } = triage;
  for (const { id, keyIds, mergedIds = [] } of regrouping.others) {
    await returnKeys(transaction, { keyIds, to: id });
    await setMerged(transaction, [id], null);
    await setMerged(transaction, mergedIds, id);
  }
  const { others } = regrouping;
  const moves = others.map(({ id, keyIds }) => ({ from: issue.id, to: id, keyIds }));
  const settled = [issue.id, ...others.map(({ id }) => id)];
  if (regrouping.kind === 'merge') await restoreState(triage, found, regrouping.stateId);
  await settleIssues(triage, settled, { before: issues, moves, nowMs });
  const done = {
    regrouping: { kind: 'unmerge', others },
    byUserId,
    nowMs,
    undoes: row.id,
  } as const;
  return writeRegrouping(triage, issue, done);
}

/**
 * Restores the state from before the merge, when the merge reopened the issue and nothing has
 * changed its state since.
 */
async function restoreState(
  { transaction }: Triage,
  { issue, byUserId, nowMs }: Found,
  stateId: number | undefined,
): Promise<void> {
  if (stateId === undefined) return;
  const state = await transaction
    .selectFrom('issue_history')
    .select(['id', 'from_value'])
    .where('issue_id', '=', issue.id)
    .where('what', '=', 'state')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (state?.id !== stateId) return;
  const from = toIssueState(issue);
  const to = readState(state.from_value);
  const change = { issueId: issue.id, from, to, atMs: nowMs, byUserId, undoes: stateId };
  await writeStates(transaction, [change]);
  await endAlerts(transaction, [change]);
  if (to.status === 'resolved')
    await noteRegressions(transaction, new Map([[issue.id, undefined]]));
}

/** Undoes an unmerge. An issue that has only grouping keys from this unmerge is merged again. */
async function undoUnmerge(triage: Triage, found: Found): Promise<number> {
  const { row, regrouping, issue, issues, keys, byUserId, nowMs } = found;
  const { transaction } = triage;
  const left: number[] = [];
  const others = [];
  for (const { id, number, keyIds } of regrouping.others) {
    const mergedIds = (await listMerged(transaction, [id])).map((merged) => merged.id);
    const isEmptied = keys.every((key) => key.issue_id !== id || keyIds.includes(key.id));
    await takeKeys(transaction, { keyIds, to: issue.id });
    if (isEmptied) {
      await endAlerts(transaction, [{ issueId: id, how: 'merged', atMs: nowMs, byUserId }]);
      await setMerged(transaction, [id, ...mergedIds], issue.id);
    } else left.push(id);
    others.push({ id, number, keyIds, mergedIds: isEmptied ? mergedIds : undefined });
  }
  const moves = others.map(({ id, keyIds }) => ({ from: id, to: issue.id, keyIds }));
  const settled = [issue.id, ...left];
  const stateIds = await settleIssues(triage, settled, { before: issues, moves, nowMs });
  const stateId = stateIds.get(issue.id);
  const done = {
    regrouping: { kind: 'merge', others, stateId },
    byUserId,
    nowMs,
    undoes: row.id,
  } as const;
  return writeRegrouping(triage, issue, done);
}
