import type { Transaction } from 'kysely';
import { encodePayload } from '#product/recording/reports';
import type { Schema } from '#persistence/stores';
import { Overtaken } from '#persistence/stores';
import { addStorage, type StorageChange } from '#product/recording/storage';
import { lockTags } from '#product/recording/tags';
import { dropFilesOf } from './drop-files.ts';
import { eraseHeads, type Redact } from './erase-heads.ts';
import { eraseAlertUser, eraseUser } from './erase-user.ts';
import { eraseTagsOfKeys } from './erase-tags.ts';
import { type ErasureStep, isErasing, openWindow, type StepResult } from './erasure-step.ts';
import { type FoundEvent, readEvents } from './read-events.ts';

export async function eraseEvents(step: ErasureStep): Promise<StepResult> {
  const { transaction, person } = step;
  const { found, looked, reachedId } = await readEvents(transaction, openWindow(step), person);
  const own = found.filter(({ whole }) => whole?.isEventUser ?? true);
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
  await writeEvents(transaction, found);
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

/**
 * Writes the erased payloads. Rejects with `Overtaken` when another process has changed an event
 * since it was read.
 */
async function writeEvents(
  transaction: Transaction<Schema>,
  found: readonly FoundEvent[],
): Promise<void> {
  const changes: StorageChange[] = [];
  for (const { id, project_id: projectId, received_at: atMs, whole } of found) {
    if (!whole) continue;
    const payload = encodePayload(whole.json);
    const { numUpdatedRows } = await transaction
      .updateTable('event_payloads')
      .set(payload)
      .where('id', '=', id)
      .where('body', '=', whole.body)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) throw new Overtaken();
    changes.push({ projectId, atMs, bytes: payload.body.length - whole.body.length });
  }
  const ids = found.filter(({ whole }) => whole?.isEventUser ?? true).map(({ id }) => id);
  if (ids.length > 0) {
    await transaction
      .updateTable('events')
      .set({ user_name: null, user_number: null })
      .where('id', 'in', ids)
      .execute();
  }
  await addStorage(transaction, changes);
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
