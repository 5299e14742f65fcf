import type { Transaction } from 'kysely';
import { ErrataError, type OutcomeCount } from '#shared';
import type { AttachmentsTable } from './attachment.tables.ts';
import type { Schema } from '#persistence/stores';
import type { StorageRoom } from '#product/recording/storage';
import { type AttachmentRoom, findRoom } from './attachment-room.ts';
import type { Recording, RecordingStep } from '#product/recording/steps';
import { writeAttachments } from './write-attachments.ts';
import type { ProcessedReport } from '#product/recording/reports';
import { listOwned, type OwnedAttachment } from './owned-attachment.ts';

type Verdict = 'taken' | 'event_id' | 'event_full' | 'event_counted' | 'budget';
type Moved = Partial<Pick<AttachmentsTable, 'state' | 'about_event_id'>>;
type Verdicts = readonly (readonly [OwnedAttachment, Verdict])[];

/**
 * Makes the attachments visible that `writeAttachments` has written. Drops attachments of duplicate
 * events and of stubs (events stored without payload), and attachments beyond the limits or the
 * storage budget. Rejects with `database.unavailable` when an attachment was removed meanwhile; the
 * retry writes it again.
 */
export const keepAttachments: RecordingStep = {
  locks: 'belongings',
  prepare: writeAttachments,
  async run({ outcomes, ...recording }) {
    outcomes.push(...(await settleAttachments(recording)));
  },
};

async function settleAttachments({
  transaction,
  reports,
  events: stored,
  storage,
}: Omit<Recording, 'outcomes'>): Promise<OutcomeCount[]> {
  const reportsWithSome = reports.filter(({ attachments }) => attachments);
  if (reportsWithSome.length === 0) return [];
  const owned = reportsWithSome.map((report) => ({ report, own: listOwned(report) }));
  const room = await findRoom(
    transaction,
    owned.flatMap(({ own }) => own),
  );
  const counts: OutcomeCount[] = [];
  for (const { report, own } of owned) {
    const verdicts = judge(own, { room, storage, report, stored });
    await settle(transaction, report, verdicts);
    for (const [attachment, verdict] of verdicts) counts.push(toCount(report, attachment, verdict));
    counts.push(...countUnowned(report));
  }
  return counts;
}

interface Judging {
  readonly room: AttachmentRoom;
  readonly storage: StorageRoom;
  readonly report: ProcessedReport;
  readonly stored: Recording['events'];
}

function judge(
  attachments: readonly OwnedAttachment[],
  { room, storage, report, stored }: Judging,
): Verdicts {
  const duplicates = listDuplicates(report, stored);
  const counted = listCounted(report, stored);
  return attachments.map((attachment) => {
    const { eventId, projectId, receivedAtMs: atMs, bytes } = attachment;
    if (duplicates.has(eventId)) return [attachment, 'event_id'];
    if (counted.has(eventId)) return [attachment, 'event_counted'];
    if (!room.fits(attachment)) return [attachment, 'event_full'];
    if (!storage.take({ projectId, atMs, bytes })) return [attachment, 'budget'];
    room.take(attachment);
    return [attachment, 'taken'];
  });
}

function listCounted(
  { events }: ProcessedReport,
  stored: Recording['events'],
): ReadonlySet<string> {
  const counted = events.filter((each) => (stored.get(each)?.keeping ?? 'whole') !== 'whole');
  return new Set(counted.map(({ event }) => event.eventId));
}

function listDuplicates(
  { events }: ProcessedReport,
  stored: Recording['events'],
): ReadonlySet<string> {
  const ids = events.filter((each) => !stored.has(each)).map(({ event }) => event.eventId);
  const taken = new Set(
    events.filter((each) => stored.has(each)).map(({ event }) => event.eventId),
  );
  return new Set(ids.filter((id) => !taken.has(id)));
}

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
    : { ...of, outcome: 'filtered', reason: verdict };
}

function countUnowned({ publicKey, attachments = [] }: ProcessedReport): OutcomeCount[] {
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
