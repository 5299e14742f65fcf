import { sql, type Transaction } from 'kysely';
import type { Schema } from '#persistence/stores';
import { dropPayloads } from '#product/retention/deletion';
import type { IdWindow } from '#product/recording/steps';
import type { NotKept } from '#product/recording/storage';
import { toUserNumber } from '#product/recording/issues';
import { lockTags } from '#product/recording/tags';
import { dropFilesOf } from './drop-files.ts';
import { eraseHeads, type Redact } from './erase-heads.ts';
import { eraseAlertUser, eraseUser } from './erase-user.ts';
import { eraseTagsOfKeys } from './erase-tags.ts';
import { type ErasureStep, isErasing, openWindow, type StepResult } from './erasure-step.ts';
import { type FoundEvent, readEvents } from './read-events.ts';

export async function eraseEvents(step: ErasureStep): Promise<StepResult> {
  const { transaction, person } = step;
  const window = openWindow(step);
  const { found, looked, reachedId } = await readEvents(transaction, window, person);
  const own = found.filter(isOwn);
  const counts = { looked, events: own.length, mentions: found.length - own.length };
  if (!isErasing(step)) {
    const others = found.flatMap(({ whole }) => whole?.others ?? []);
    return { reachedId, others, counts: { ...counts, files: await dropFilesOf(step, found) } };
  }
  for (const { project_id } of found) step.changed.add(project_id);
  const redacts = toRedacts(found);
  // The job that counts tags locks tags before keys. The same order here avoids deadlocks.
  if (redacts.size > 0) await lockTags(step);
  // Locks have the same order as in recording: keys, issues, rows of events, counters.
  const titles = await eraseHeads(step, redacts);
  await eraseUsers(step, found);
  const files = await dropFilesOf(step, found);
  const tags = await eraseTagsOfKeys(step, redacts);
  await dropEvents(transaction, found);
  await clearNumbers(step, { ...window, upToId: reachedId });
  return { reachedId, counts: { ...counts, titles, files, tags } };
}

function toRedacts(found: readonly FoundEvent[]): ReadonlyMap<number, Redact> {
  const redacts = new Map<number, Redact>();
  for (const { grouping_key_id: keyId, whole } of found) {
    const before = redacts.get(keyId);
    if (whole) {
      redacts.set(keyId, before ? (text) => whole.redact(before(text)) : whole.redact);
    }
  }
  return redacts;
}

/** Deletes the payloads of the events. Their rows stay for counts, history and the events' pages. */
async function dropEvents(
  transaction: Transaction<Schema>,
  found: readonly FoundEvent[],
): Promise<void> {
  if (found.length === 0) return;
  const events = (some: readonly FoundEvent[]) =>
    transaction.updateTable('events').where(
      'id',
      'in',
      some.map(({ id }) => id),
    );
  const why = sql<NotKept>`coalesce(not_kept, 'erased')`;
  await events(found).set({ not_kept: why }).execute();
  for (const { id, named } of found) {
    if (named.length === 0) continue;
    const digest = transaction.updateTable('events').set({ digest: null }).where('id', '=', id);
    await digest.where('digest', 'in', named).execute();
    const names = transaction.deleteFrom('event_names').where('id', '=', id);
    await names.where('name', 'in', named).execute();
  }
  const own = found.filter(isOwn);
  if (own.length > 0) await events(own).set({ user_name: null, user_number: null }).execute();
  await dropPayloads(transaction, found);
}

/**
 * Clears the person's number in events without payload. Such an event no longer tells its user, for
 * example because it named another erased person, too. A number still tells which events have the
 * same user.
 */
async function clearNumbers(
  { transaction, person, userSeal, changed }: ErasureStep,
  { afterId, upToId, projectId }: IdWindow,
): Promise<void> {
  const projects = await transaction
    .selectFrom('events')
    .select('project_id')
    .distinct()
    .where('id', '>', afterId)
    .where('id', '<=', upToId)
    .$if(projectId !== null, (query) => query.where('project_id', '=', projectId!))
    .execute();
  const hashes = person.listUserHashes();
  for (const { project_id } of projects) {
    const numbers = hashes.map((hash) => toUserNumber(userSeal.seal(project_id, hash)));
    const { numUpdatedRows } = await transaction
      .updateTable('events')
      .set({ user_number: null })
      .where('id', '>', afterId)
      .where('id', '<=', upToId)
      .where('project_id', '=', project_id)
      .where('not_kept', 'is not', null)
      .where('user_number', 'in', numbers)
      .executeTakeFirstOrThrow();
    if (numUpdatedRows > 0n) changed.add(project_id);
  }
}

function isOwn({ whole, isStubOfUser }: FoundEvent): boolean {
  return whole?.isEventUser ?? isStubOfUser;
}

/** Replaces the person in user counts with an anonymous user, so that the counts stay the same. */
async function eraseUsers(step: ErasureStep, found: readonly FoundEvent[]): Promise<void> {
  const erased = new Set<string>();
  for (const { grouping_key_id: keyId, project_id: projectId, whole } of found) {
    if (!whole?.isEventUser || whole.userHash === undefined) continue;
    const sealed = step.userSeal.seal(projectId, whole.userHash);
    erased.add(sealed);
    await eraseUser(step, sealed, [keyId]);
  }
  for (const sealed of erased) await eraseAlertUser(step, sealed);
}
