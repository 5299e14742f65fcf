import { toKeyName } from '#persistence/stores';
import { CROWDED_KEY } from '#product/recording/reports';
import {
  addKeys,
  findKeys,
  makeKeys,
  type RecordingBounds,
  takeFromBucket,
  tallyByKey,
} from '#product/recording/record';
import { mergeIssues } from '#product/triage/states';
import { type OrderStep, updateOrder } from './hold-order.ts';
import { movePage, type PlacedEvent, toCounted } from './move-page.ts';
import type { RemadeEvent, ReprocessingPage } from './reprocessing.types.ts';

interface Lead {
  readonly id: number;
  readonly issueId: number;
}

interface OwnKey extends Lead {
  readonly key: string;
}

/**
 * Groups the events of a page again and records the order's progress.
 *
 * The order's issue gets the first new key of the order's events. A missing key is created for the
 * issue. When another issue has the key, both issues are merged. Events with further new keys join
 * the issues that have these keys, or create issues.
 */
export async function processPage(
  step: OrderStep,
  { events }: ReprocessingPage,
  { remade, bounds }: { readonly remade: readonly RemadeEvent[]; readonly bounds: RecordingBounds },
): Promise<void> {
  const own = await findOwnKey(step, events[0]!.grouping_key_id);
  const placed = own && remade.length > 0 ? await placeEvents(step, own, { remade, bounds }) : [];
  // After a merge, the next step reads the same page again.
  if (placed === 'merged') return;
  const moved = placed.length > 0 ? await movePage(step, placed) : [];
  if (moved.length > 0) {
    await step.transaction
      .insertInto('reprocessed_events')
      .values(
        moved.map(({ event, keyId }) => ({
          order_id: step.order.id,
          event_id: event.id,
          from_key: event.grouping_key_id,
          to_key: keyId,
        })),
      )
      // An event moves twice when the order later reaches its new key. `from_key` must remain the
      // original key.
      .onConflict((conflict) =>
        conflict
          .columns(['order_id', 'event_id'])
          .doUpdateSet((row) => ({ to_key: row.ref('excluded.to_key') })),
      )
      .execute();
  }
  const { order } = step;
  const last = events.at(-1)!;
  await updateOrder(step, {
    reached_at: last.occurred_at,
    reached_id: last.id,
    looked: order.looked + events.length,
    mapped: order.mapped + placed.filter(({ grouped }) => grouped.hasPlaces).length,
    first_key: order.first_key ?? moved[0]?.keyId ?? null,
  });
}

async function findOwnKey({ transaction }: OrderStep, keyId: number): Promise<OwnKey | undefined> {
  const row = await transaction
    .selectFrom('grouping_keys')
    .select(['id', 'key', 'issue_id as issueId'])
    .where('id', '=', keyId)
    .executeTakeFirst();
  return row?.issueId == null ? undefined : { ...row, issueId: row.issueId };
}

function keyOf({ grouped }: RemadeEvent): string {
  return grouped.grouping.keys[0]!.key;
}

async function placeEvents(
  step: OrderStep,
  own: OwnKey,
  { remade, bounds }: { readonly remade: readonly RemadeEvent[]; readonly bounds: RecordingBounds },
): Promise<PlacedEvent[] | 'merged'> {
  const { transaction, order } = step;
  const found = await findKeys(transaction, order.project_id, new Set(remade.map(keyOf)));
  const leads = new Map<string, Lead>();
  for (const each of remade) {
    const { keys } = each.grouped.grouping;
    // An older version of grouping made the issue, and its key still leads the event there.
    const isOfOwn = keys.some(({ key }) => key === own.key);
    const lead = found.get(toKeyName(order.project_id, keyOf(each))) ?? (isOfOwn ? own : undefined);
    if (lead) leads.set(keyOf(each), lead);
  }
  // The crowded key collects events for which no further issue was allowed. They have nothing in
  // common, so they stay under it.
  const isCrowded = own.key === CROWDED_KEY;
  const leaving = isCrowded ? [] : remade.filter((each) => leads.get(keyOf(each))?.id !== own.id);
  const [first] = leaving;
  const isFirst = order.first_key === null && first !== undefined;
  const firstLead = first && leads.get(keyOf(first));
  if (isFirst && firstLead && firstLead.issueId !== own.issueId) {
    if (await merge(step, own, firstLead)) return 'merged';
  }
  const unknown = leaving.filter((each) => !leads.has(keyOf(each)));
  const stays = isFirst ? keyOf(first) : undefined;
  for (const [key, lead] of await makeMissing(step, { own, unknown, stays, bounds })) {
    leads.set(key, lead);
  }
  return remade.flatMap((each) => {
    const keyId = isCrowded ? own.id : leads.get(keyOf(each))?.id;
    // An event without a new key stays under its old key. A later order can move it.
    return keyId === undefined ? [] : [{ ...each, keyId }];
  });
}

/**
 * Merges the two issues. Returns false when they cannot be merged; the events then join the other
 * issue.
 */
async function merge(step: OrderStep, own: OwnKey, other: Lead): Promise<boolean> {
  const issueIds = [own.issueId, other.issueId];
  const merged = await mergeIssues(step, { issueIds, nowMs: step.nowMs });
  if (merged.outcome === 'refused') return false;
  await updateOrder(step, {
    issue_id: merged.into.id,
    first_key: other.id,
    merge_id: merged.historyId,
  });
  return true;
}

interface Missing {
  readonly own: OwnKey;
  readonly unknown: readonly RemadeEvent[];
  readonly stays: string | undefined;
  readonly bounds: RecordingBounds;
}

/**
 * Creates keys and returns them by name. Skips keys for which the project may not create an issue
 * now.
 */
async function makeMissing(
  { transaction, order, nowMs }: OrderStep,
  { own, unknown, stays, bounds }: Missing,
): Promise<Map<string, Lead>> {
  const tallies = tallyByKey(
    unknown.map((each) => ({ grouped: toCounted(each), key: keyOf(each) })),
  );
  // The limit on new issues applies to the present time, not to the time when the events arrived.
  const further = tallies
    .filter(({ key }) => key !== stays)
    .toSorted((a, b) => a.receivedMs - b.receivedMs)
    .map((tally) => ({ ...tally, receivedMs: nowMs }));
  const crowded = await takeFromBucket(transaction, further, { ...bounds, nowMs });
  const kept = tallies
    .filter(({ key }) => key === stays)
    .map((tally) => ({ tally, issueId: own.issueId }));
  const made = [
    await addKeys(transaction, kept),
    await makeKeys(
      transaction,
      further.filter((tally) => !crowded.has(tally)),
    ),
  ];
  return new Map(
    tallies.flatMap(({ key }) => {
      const name = toKeyName(order.project_id, key);
      const lead = made.map((rows) => rows.get(name)).find((row) => row !== undefined);
      return lead ? [[key, lead] as const] : [];
    }),
  );
}
