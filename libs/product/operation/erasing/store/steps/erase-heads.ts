import type { Transaction } from 'kysely';
import type { DatabaseDialect, Schema } from '#persistence/stores';
import { lockIssues, writeWords } from '#product/recording/issues';
import { eraseAlertUser, eraseUser } from './erase-user.ts';
import {
  type ErasureStep,
  findReached,
  isErasing,
  openWindow,
  type StepResult,
} from './erasure-step.ts';

const ROWS = 500;
const HEAD = ['type', 'value', 'place'] as const;

export type Redact = (text: string) => string;

interface HeadRow {
  readonly id: number;
  readonly project_id: number;
  readonly type: string;
  readonly value: string;
  readonly place: string;
}

/**
 * Redacts the titles of these grouping keys and of their issues. Returns how many titles contained
 * the person's name.
 */
export async function eraseHeads(
  step: ErasureStep,
  redacts: ReadonlyMap<number, Redact>,
): Promise<number> {
  if (redacts.size === 0) return 0;
  const keys = await selectHeads(step, 'grouping_keys', [...redacts.keys()])
    .select('issue_id')
    .execute();
  const ofKeys = await redactHeads(step, 'grouping_keys', keys, ({ id }) => redacts.get(id)!);
  const byIssue = new Map<number, Redact>();
  for (const { id, issue_id } of keys) {
    const [before, own] = [byIssue.get(issue_id ?? 0), redacts.get(id)!];
    if (issue_id !== null) byIssue.set(issue_id, before ? (text) => own(before(text)) : own);
  }
  if (byIssue.size === 0) return ofKeys;
  const issues = await selectHeads(step, 'issues', [...byIssue.keys()]).execute();
  return ofKeys + (await redactHeads(step, 'issues', issues, ({ id }) => byIssue.get(id)!));
}

/**
 * Redacts the titles of keys whose events were deleted or have no stored payload. Also replaces the
 * person in user counts.
 */
export async function eraseKeys(step: ErasureStep): Promise<StepResult> {
  const { person } = step;
  const { ids, reachedId } = await listIds(step, 'grouping_keys');
  if (ids.length === 0) return { reachedId, counts: {} };
  const keys = await selectHeads(step, 'grouping_keys', ids).execute();
  const redact = (text: string): string => person.redact(text);
  const titles = await redactHeads(step, 'grouping_keys', keys, () => redact);
  if (isErasing(step)) await eraseUsersOf(step, ids);
  return { reachedId, counts: { titles } };
}

/**
 * Replaces the person in the user counts of these grouping keys. The same user has another hash in
 * each project.
 */
async function eraseUsersOf(step: ErasureStep, keyIds: readonly number[]): Promise<void> {
  const { transaction, person, userSeal } = step;
  const keys = await transaction
    .selectFrom('grouping_keys')
    .select(['id', 'project_id'])
    .where('id', 'in', keyIds)
    .execute();
  const projectIds = [...new Set(keys.map(({ project_id }) => project_id))];
  const known = projectIds.flatMap((projectId) =>
    person.listUserHashes().map((hash) => ({ projectId, sealed: userSeal.seal(projectId, hash) })),
  );
  const counted = await transaction
    .selectFrom('key_users')
    .innerJoin('grouping_keys', 'grouping_keys.id', 'key_users.grouping_key_id')
    .select('issue_id')
    .where('grouping_key_id', 'in', keyIds)
    .where(
      'user_hash',
      'in',
      known.map(({ sealed }) => sealed),
    )
    .where('issue_id', 'is not', null)
    .execute();
  // One lock for all pseudonyms keeps the order of ids, so that transactions do not deadlock.
  await lockIssues(
    step,
    counted.map(({ issue_id }) => issue_id!),
  );
  for (const { projectId, sealed } of known) {
    const ofProject = keys.filter(({ project_id }) => project_id === projectId);
    await eraseUser(
      step,
      sealed,
      ofProject.map(({ id }) => id),
    );
  }
  for (const { sealed } of known) await eraseAlertUser(step, sealed);
}

/**
 * Redacts titles of issues. An issue has a copy of the title of a grouping key, and a merged issue
 * keeps its title from before the merge.
 */
export async function eraseIssues(step: ErasureStep): Promise<StepResult> {
  const { ids, reachedId } = await listIds(step, 'issues');
  if (ids.length === 0) return { reachedId, counts: {} };
  const issues = await selectHeads(step, 'issues', ids).execute();
  const redact = (text: string): string => step.person.redact(text);
  return { reachedId, counts: { titles: await redactHeads(step, 'issues', issues, () => redact) } };
}

async function listIds(
  step: ErasureStep,
  table: 'grouping_keys' | 'issues',
): Promise<{ ids: number[]; reachedId: number }> {
  const window = openWindow(step);
  const { afterId, upToId, projectId } = window;
  const rows = await step.transaction
    .selectFrom(table)
    .select('id')
    .where('id', '>', afterId)
    .where('id', '<=', upToId)
    .$if(projectId !== null, (query) => query.where('project_id', '=', projectId!))
    .orderBy('id')
    .limit(ROWS)
    .execute();
  return { ids: rows.map(({ id }) => id), reachedId: findReached(window, rows, ROWS) };
}

/**
 * Selects titles. An erasure also locks their rows, in the order of recording: keys before issues,
 * each by id.
 */
function selectHeads(step: ErasureStep, table: 'grouping_keys' | 'issues', ids: readonly number[]) {
  const { transaction, dialect }: { transaction: Transaction<Schema>; dialect: DatabaseDialect } =
    step;
  const heads = transaction
    .selectFrom(table)
    .select(['id', 'project_id', ...HEAD])
    .where('id', 'in', ids)
    .orderBy('id');
  return dialect.hasConcurrentWriters && isErasing(step) ? heads.forUpdate() : heads;
}

async function redactHeads(
  step: ErasureStep,
  table: 'grouping_keys' | 'issues',
  heads: readonly HeadRow[],
  redactOf: (head: HeadRow) => Redact,
): Promise<number> {
  let named = 0;
  const { transaction, dialect } = step;
  for (const head of heads) {
    const redact = redactOf(head);
    const erased = {
      type: redact(head.type),
      value: redact(head.value),
      place: redact(head.place),
    };
    if (HEAD.every((field) => erased[field] === head[field])) continue;
    named += 1;
    if (!isErasing(step)) continue;
    await transaction.updateTable(table).set(erased).where('id', '=', head.id).execute();
    step.changed.add(head.project_id);
    if (table === 'issues') {
      await writeWords({ transaction, dialect }, [{ ...erased, id: head.id, words_hash: null }]);
    }
  }
  return named;
}
