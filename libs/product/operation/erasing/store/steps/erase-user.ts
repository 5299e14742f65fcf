import { sql } from 'kysely';
import { lockIssues } from '#product/recording/issues';
import { settleIssues } from '#product/triage/states';
import { toErasedHash } from '../name-seal.ts';
import type { ErasureStep } from './erasure-step.ts';

/**
 * Replaces a user of these grouping keys with an anonymous user. `sealed` is the pseudonym under
 * which the project counts the user. A person who was seen again since an earlier step has two rows
 * of a key, which become one. The caller has locked the keys.
 */
export async function eraseUser(
  step: ErasureStep,
  sealed: string,
  keyIds: readonly number[],
): Promise<void> {
  const { transaction, name } = step;
  const erased = toErasedHash(name, sealed);
  const counted = await transaction
    .selectFrom('key_users')
    .select('grouping_key_id as id')
    .where('grouping_key_id', 'in', keyIds)
    .where('user_hash', '=', sealed)
    .execute();
  if (counted.length === 0) return;
  const ids = counted.map(({ id }) => id);
  await sql`
    update grouping_keys set users = users - 1 where id in (
      select grouping_key_id from key_users
      where grouping_key_id in (${sql.join(ids)}) and user_hash = ${erased}
    )`.execute(transaction);
  await transaction
    .deleteFrom('key_users')
    .where('grouping_key_id', 'in', ids)
    .where('user_hash', '=', erased)
    .execute();
  await transaction
    .updateTable('key_users')
    .set({ user_hash: erased })
    .where('grouping_key_id', 'in', ids)
    .where('user_hash', '=', sealed)
    .execute();
  await recountUsers(step, ids);
}

/** Counts the users of these keys' issues again, because other keys may have either pseudonym. */
async function recountUsers(step: ErasureStep, keyIds: readonly number[]): Promise<void> {
  const { transaction, nowMs } = step;
  const keys = await transaction
    .selectFrom('grouping_keys')
    .select(['issue_id', 'project_id'])
    .where('id', 'in', keyIds)
    .where('issue_id', 'is not', null)
    .execute();
  if (keys.length === 0) return;
  for (const { project_id } of keys) step.changed.add(project_id);
  const before = await lockIssues(
    step,
    keys.map(({ issue_id }) => issue_id!),
  );
  await settleIssues(step, [...before.keys()], { before, moves: [], nowMs });
}

export async function eraseAlertUser(
  { transaction, name }: ErasureStep,
  sealed: string,
): Promise<void> {
  const erased = toErasedHash(name, sealed);
  await sql`
    delete from alert_users where user_hash = ${erased} and exists (
      select 1 from alert_users as seen where seen.rule_id = alert_users.rule_id
        and seen.issue_id = alert_users.issue_id and seen.user_hash = ${sealed}
    )`.execute(transaction);
  await transaction
    .updateTable('alert_users')
    .set({ user_hash: erased })
    .where('user_hash', '=', sealed)
    .execute();
}
