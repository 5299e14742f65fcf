import type { Transaction } from 'kysely';
import { ErrataError, type OutcomeCount } from '#shared';
import type { AttachmentsTable } from '../../schema/product.schema.ts';
import type { Schema } from '../../schema/schema.ts';
import { findAbouts } from './about-events.ts';
import { type AttachmentRoom, findRoom } from './attachment-room.ts';
import type { GroupedEvent, ProcessedReport } from '../report.store.ts';
import { listOwned, type OwnedAttachment } from './owned-attachment.ts';

/** How an attachment ended. */
type Verdict = 'taken' | 'event_id' | 'event_full';
/** What becomes of its row. */
type Moved = Partial<Pick<AttachmentsTable, 'state' | 'about_event_id'>>;
type Verdicts = readonly (readonly [OwnedAttachment, Verdict])[];

/**
 * Shows the attachments of these reports, which were written before, but those of an event that is no new one and
 * those beyond the limits. `stored` are the events that are new. Returns what became of each. Rejects with
 * `database.unavailable` when one is not there any more: it is written again then.
 */
export async function keepAttachments(
  transaction: Transaction<Schema>,
  reports: readonly ProcessedReport[],
  stored: ReadonlySet<GroupedEvent>,
): Promise<OutcomeCount[]> {
  const reportsWithSome = reports.filter(({ attachments }) => attachments.length > 0);
  if (reportsWithSome.length === 0) return [];
  const abouts = await findAbouts(transaction, reportsWithSome);
  const owned = reportsWithSome.map((report) => ({ report, own: listOwned(report, abouts) }));
  const room = await findRoom(
    transaction,
    owned.flatMap(({ own }) => own),
  );
  const counts: OutcomeCount[] = [];
  for (const { report, own } of owned) {
    const verdicts = judge(own, { room, duplicates: listDuplicates(report, stored) });
    await settle(transaction, report, verdicts);
    for (const [attachment, verdict] of verdicts) counts.push(toCount(report, attachment, verdict));
    counts.push(...countUnowned(report));
  }
  return counts;
}

function judge(
  attachments: readonly OwnedAttachment[],
  { room, duplicates }: { room: AttachmentRoom; duplicates: ReadonlySet<string> },
): Verdicts {
  return attachments.map((attachment) => {
    if (duplicates.has(attachment.eventId)) return [attachment, 'event_id'];
    return [attachment, room.take(attachment) ? 'taken' : 'event_full'];
  });
}

function listDuplicates(
  { events }: ProcessedReport,
  stored: ReadonlySet<GroupedEvent>,
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
  report: ProcessedReport,
  verdicts: Verdicts,
): Promise<void> {
  const list = (isTaken: boolean): OwnedAttachment[] =>
    verdicts
      .filter(([, verdict]) => (verdict === 'taken') === isTaken)
      .map(([attachment]) => attachment);
  await move(transaction, report, { attachments: list(false), to: { state: 'dropped' } });
  const taken = list(true);
  let kept = 0;
  for (const aboutEventId of new Set(taken.map((each) => each.aboutEventId))) {
    const attachments = taken.filter((each) => each.aboutEventId === aboutEventId);
    const to = { state: 'kept', about_event_id: aboutEventId ?? null } as const;
    kept += await move(transaction, report, { attachments, to });
  }
  if (kept === taken.length) return;
  const detail = 'An attachment was removed before its report was recorded.';
  throw new ErrataError('database.unavailable', { detail });
}

/** Resolves with how many of these attachments of the report were there. */
async function move(
  transaction: Transaction<Schema>,
  { origin, reportId }: ProcessedReport,
  { attachments, to }: { attachments: readonly OwnedAttachment[]; to: Moved },
): Promise<number> {
  if (attachments.length === 0) return 0;
  const items = attachments.map(({ item }) => item);
  const { numUpdatedRows } = await transaction
    .updateTable('attachments')
    .set(to)
    .where('origin', '=', origin)
    .where('report_id', '=', reportId)
    .where('item', 'in', items)
    .where('state', '=', 'pending')
    .executeTakeFirst();
  return Number(numUpdatedRows);
}

function toCount(
  { publicKey }: ProcessedReport,
  { projectId, receivedAtMs: atMs }: OwnedAttachment,
  verdict: Verdict,
): OutcomeCount {
  const of = { projectId, publicKey, kind: 'attachment' as const, atMs, quantity: 1 };
  if (verdict === 'taken') return { ...of, outcome: 'stored', reason: 'taken' };
  return verdict === 'event_id'
    ? { ...of, outcome: 'duplicate', reason: 'event_id' }
    : { ...of, outcome: 'filtered', reason: 'event_full' };
}

function countUnowned({ publicKey, attachments }: ProcessedReport): OutcomeCount[] {
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
