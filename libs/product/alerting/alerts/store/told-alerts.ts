import { sql } from 'kysely';
import type { Insertable, Kysely, Transaction } from 'kysely';
import type { OverReason } from '../rules/alert-rule.ts';
import type { ToldAlert } from '../rules/ends.ts';
import type { DatabaseDialect, Schema } from '#persistence/stores';
import { inChunks } from '#persistence/stores';
import { isFree } from '#product/alerting/outbox';
import type { AlertToldTable } from './alert.tables.ts';
import { insertFirings } from './write-firings.ts';

export interface StoredTold extends ToldAlert {
  readonly issueId: number;
  readonly outboxId: number;
  readonly messageId: string;
  readonly fellAtMs: number;
  /** The rules whose alerts told of the open problem. */
  readonly ruleIds: readonly number[];
}

/**
 * Reads by issue what the destination was told last. The caller holds its queue, so that nobody else
 * tells it anything.
 */
export async function readTold(
  transaction: Transaction<Schema>,
  destination: string,
  issueIds: readonly number[],
): Promise<ReadonlyMap<number, StoredTold>> {
  const rows = await inChunks([...new Set(issueIds)], (chunk) =>
    transaction
      .selectFrom('alert_told as t')
      .leftJoin('outbox as o', (join) =>
        join
          .onRef('o.id', '=', 't.outbox_id')
          .on(sql<boolean>`o.body like '%"' || t.message_id || '"%'`),
      )
      .leftJoin('deliveries as d', 'd.message_id', 't.message_id')
      .select(['t.issue_key', 't.state', 't.outbox_id', 't.fell_at', 't.told_at'])
      .select(['t.message_id', 't.rule_id'])
      .select(['t.was_told', 't.is_alone'])
      .select(['o.attempts', 'd.state as delivery'])
      .where('t.destination', '=', destination)
      .where('issue_key', 'in', chunk)
      .execute(),
  );
  const ruleIds = new Map<number, number[]>(rows.map((row) => [row.issue_key, []]));
  for (const { issue_key, rule_id } of rows) ruleIds.get(issue_key)!.push(rule_id);
  return new Map(
    rows.map((row) => [
      row.issue_key,
      {
        issueId: row.issue_key,
        state: row.state,
        toldMs: row.told_at,
        fellAtMs: row.fell_at,
        wasTold: row.was_told === 1,
        isAlone: row.is_alone === 1,
        outboxId: row.outbox_id,
        messageId: row.message_id,
        message: toMessageState(row.attempts, row.delivery),
        ruleIds: ruleIds.get(row.issue_key)!,
      },
    ]),
  );
}

function toMessageState(attempts: number | null, delivery: string | null): ToldAlert['message'] {
  if (attempts === 0) return 'unsent';
  // Somebody may have sent a message again that failed.
  if (attempts !== null || delivery === 'waiting') return 'unclear';
  // The log keeps so many deliveries only, so a missing one counts as sent.
  return delivery === 'failed' || delivery === 'dropped' ? 'failed' : 'sent';
}

/** Replaces what the destination was told of these issues, so that all rows of one are about one message. */
export async function noteTold(
  transaction: Transaction<Schema>,
  destination: string,
  rows: readonly Omit<Insertable<AlertToldTable>, 'destination'>[],
): Promise<void> {
  const issueKeys = [...new Set(rows.map(({ issue_key }) => issue_key))];
  await inChunks(issueKeys, async (chunk) => [
    await transaction
      .deleteFrom('alert_told')
      .where('destination', '=', destination)
      .where('issue_key', 'in', chunk)
      .execute(),
  ]);
  await inChunks(rows, (chunk) =>
    transaction
      .insertInto('alert_told')
      .values(chunk.map((row) => ({ ...row, destination })))
      .execute(),
  );
}

/**
 * Takes a waiting message from the outbox, and forgets it. Returns false when a relay is sending it,
 * or when it is a fall that its receiver may have.
 */
export async function cancelMessage(
  transaction: Transaction<Schema>,
  dialect: DatabaseDialect,
  { issueId, outboxId, messageId, state }: StoredTold,
): Promise<boolean> {
  const { numDeletedRows } = await transaction
    .deleteFrom('outbox')
    .where('id', '=', outboxId)
    .where('body', 'like', `%"${messageId}"%`)
    .where(isFree(dialect))
    .$if(state !== 'over', (waiting) => waiting.where('attempts', '=', 0))
    .executeTakeFirst();
  if (numDeletedRows === 0n) return false;
  await transaction
    .updateTable('deliveries')
    .set({ state: 'dropped', outbox_id: null, next_at: null })
    .where('message_id', '=', messageId)
    .execute();
  await transaction
    .deleteFrom('alert_told')
    .where('issue_key', '=', issueId)
    .where('message_id', '=', messageId)
    .execute();
  return true;
}

export async function hasGone(db: Kysely<Schema>): Promise<boolean> {
  const gone = await db
    .selectFrom('alert_told')
    .select('issue_key')
    .where('issue_id', 'is', null)
    .where('state', '=', 'fell')
    .limit(1)
    .executeTakeFirst();
  return gone !== undefined;
}

/** Stores that deleted issues are over. Their firings were deleted with them. */
export async function endGone(transaction: Transaction<Schema>, nowMs: number): Promise<void> {
  const gone = await transaction
    .updateTable('alert_told')
    .set({ state: 'gone' })
    .where('issue_id', 'is', null)
    .where('state', '=', 'fell')
    .returning(['rule_id', 'issue_key', 'number'])
    .execute();
  const ends = new Map(
    gone.map(({ rule_id, issue_key: id, number }) => {
      const reason: OverReason = { kind: 'over', how: 'deleted', issue: { id, number } };
      return [`${rule_id} ${id}`, { rule_id, reason: JSON.stringify(reason) }];
    }),
  );
  await insertFirings(
    transaction,
    [...ends.values()].map((end) => ({ ...end, at: nowMs, due_at: nowMs, is_end: 1 })),
  );
}
