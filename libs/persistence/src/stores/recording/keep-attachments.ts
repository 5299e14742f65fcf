import type { Transaction } from 'kysely';
import { ErrataError, type OutcomeCount } from '#shared';
import type { Schema } from '../../schema/schema.ts';
import { type AttachmentRoom, findRoom } from './attachment-room.ts';
import type { PreparedEvent, PreparedReport } from './prepared-report.ts';
import { listOwned, type OwnedAttachment } from './owned-attachment.ts';

/** How an attachment ended. */
type Verdict = 'taken' | 'event_id' | 'event_full';
type Verdicts = readonly (readonly [OwnedAttachment, Verdict])[];

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
    const verdicts = judge(report, { room, duplicates: listDuplicates(report, stored) });
    await settle(transaction, report, verdicts);
    for (const [attachment, verdict] of verdicts) counts.push(toCount(report, attachment, verdict));
    counts.push(...countUnowned(report));
  }
  return counts;
}

function judge(
  report: PreparedReport,
  { room, duplicates }: { room: AttachmentRoom; duplicates: ReadonlySet<string> },
): Verdicts {
  return listOwned(report).map((attachment) => {
    if (duplicates.has(attachment.eventId)) return [attachment, 'event_id'];
    return [attachment, room.take(attachment) ? 'taken' : 'event_full'];
  });
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

/** Rejects when one that is taken is not there. */
async function settle(
  transaction: Transaction<Schema>,
  report: PreparedReport,
  verdicts: Verdicts,
): Promise<void> {
  const list = (isTaken: boolean): number[] =>
    verdicts.filter(([, verdict]) => (verdict === 'taken') === isTaken).map(([{ item }]) => item);
  await move(transaction, report, { items: list(false), state: 'dropped' });
  const taken = list(true);
  const kept = await move(transaction, report, { items: taken, state: 'kept' });
  if (kept === taken.length) return;
  const detail = 'An attachment was removed before its report was recorded.';
  throw new ErrataError('database.unavailable', { detail });
}

/** Resolves with how many of these items of the report were there. */
async function move(
  transaction: Transaction<Schema>,
  { origin, reportId }: PreparedReport,
  { items, state }: { items: readonly number[]; state: 'kept' | 'dropped' },
): Promise<number> {
  if (items.length === 0) return 0;
  const { numUpdatedRows } = await transaction
    .updateTable('attachments')
    .set({ state })
    .where('origin', '=', origin)
    .where('report_id', '=', reportId)
    .where('item', 'in', items)
    .where('state', '=', 'pending')
    .executeTakeFirst();
  return Number(numUpdatedRows);
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
