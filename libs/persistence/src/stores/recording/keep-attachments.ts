import type { Transaction } from 'kysely';
import { ErrataError, type OutcomeCount } from '#shared';
import type { Schema } from '../../schema/schema.ts';
import { findRoom } from './attachment-room.ts';
import type { PreparedEvent, PreparedReport } from './prepared-report.ts';
import { listOwned, type OwnedAttachment } from './owned-attachment.ts';

/** How an attachment ended. */
type Verdict = 'taken' | 'event_id' | 'event_full';

/**
 * Shows the attachments of these reports, which were written before, but those of an event that is no new one and
 * those beyond the limits. `stored` are the events that are new. Returns what became of each. Rejects with
 * `database.unavailable` when one is not there any more: it is written again then.
 */
export async function keepAttachments(
  transaction: Transaction<Schema>,
  reports: readonly PreparedReport[],
  stored: ReadonlySet<PreparedEvent>,
): Promise<OutcomeCount[]> {
  const reportsWithSome = reports.filter(({ attachments }) => attachments.length > 0);
  if (reportsWithSome.length === 0) return [];
  const room = await findRoom(transaction, reportsWithSome.flatMap(listOwned));
  const counts: OutcomeCount[] = [];
  for (const report of reportsWithSome) {
    const duplicates = listDuplicates(report, stored);
    for (const attachment of listOwned(report)) {
      const verdict = duplicates.has(attachment.eventId)
        ? 'event_id'
        : room.take(attachment)
          ? 'taken'
          : 'event_full';
      await settle(transaction, attachment, verdict);
      counts.push(toCount(report, attachment, verdict));
    }
    counts.push(...countUnowned(report));
  }
  return counts;
}

function listDuplicates(
  { events }: PreparedReport,
  stored: ReadonlySet<PreparedEvent>,
): ReadonlySet<string> {
  const ids = events.filter((each) => !stored.has(each)).map(({ event }) => event.eventId);
  const taken = new Set(
    events.filter((each) => stored.has(each)).map(({ event }) => event.eventId),
  );
  return new Set(ids.filter((id) => !taken.has(id)));
}

async function settle(
  transaction: Transaction<Schema>,
  { origin, reportId, item }: OwnedAttachment,
  verdict: Verdict,
): Promise<void> {
  const { numUpdatedRows } = await transaction
    .updateTable('attachments')
    .set({ state: verdict === 'taken' ? 'kept' : 'dropped' })
    .where('origin', '=', origin)
    .where('report_id', '=', reportId)
    .where('item', '=', item)
    .where('state', '=', 'pending')
    .executeTakeFirst();
  if (verdict !== 'taken' || numUpdatedRows > 0n) return;
  const detail = 'An attachment was removed before its report was recorded.';
  throw new ErrataError('database.unavailable', { detail });
}

function toCount(
  { publicKey }: PreparedReport,
  { projectId, receivedAtMs: atMs }: OwnedAttachment,
  verdict: Verdict,
): OutcomeCount {
  const of = { projectId, publicKey, kind: 'attachment' as const, atMs, quantity: 1 };
  if (verdict === 'taken') return { ...of, outcome: 'stored', reason: 'taken' };
  return verdict === 'event_id'
    ? { ...of, outcome: 'duplicate', reason: 'event_id' }
    : { ...of, outcome: 'filtered', reason: 'event_full' };
}

function countUnowned({ publicKey, attachments }: PreparedReport): OutcomeCount[] {
  return attachments
    .filter(({ eventId }) => eventId === undefined)
    .map(({ projectId, receivedAtMs: atMs }) => ({
      projectId,
      publicKey,
      kind: 'attachment',
      atMs,
      quantity: 1,
      outcome: 'filtered',
      reason: 'no_event',
    }));
}
