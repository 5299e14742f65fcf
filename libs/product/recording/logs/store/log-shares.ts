import type { Kysely, Transaction } from 'kysely';
import { logLimits } from '#shared';
import type { DayTables, Schema } from '#persistence/stores';
import { readBudget } from '#product/recording/storage';
import { decodeBlock } from './log-block.ts';
import { addMinutes, countMinutes, type LogMinutesTable } from './log-minutes.ts';
import { findExcess, type LogUse } from '../rules/log-shares.ts';

/** Blocks that one transaction deletes. */
const BLOCKS_PER_STEP = 100;
/** Names of items that one transaction deletes. */
const ITEMS_PER_STEP = 5000;
/** Steps before a batch of logs is added. The job goes on where they do not suffice. */
const MOST_STEPS = 25;
/** Estimated bytes of a row of `log_items`. */
const ITEM_BYTES = 150;

/** Returns the part of the storage budget that logs may use, or 0 when there is no budget. */
export async function readLogBudget(db: Kysely<Schema>): Promise<number> {
  return (await readBudget(db)) * logLimits.budgetShare;
}

/** Returns what each project uses of the day. */
export async function listUses(days: DayTables, day: string): Promise<readonly LogUse[]> {
  const rows = await days.read(day, (db) => db.selectFrom('log_shares').selectAll().execute());
  return (rows ?? []).map(({ project_id: projectId, bytes, items }) => ({
    projectId,
    bytes: bytes + items * ITEM_BYTES,
  }));
}

/**
 * Makes room for more logs of the day, so that all projects use no more of it than they may. The
 * last batch that was added may exceed this.
 */
export async function makeDayRoom(
  days: DayTables,
  day: string,
  budgetBytes: number,
): Promise<void> {
  if (budgetBytes === 0) return;
  const bounds = { budgetBytes, share: logLimits.dayShare };
  for (let step = 0; step < MOST_STEPS; step += 1) {
    const excess = findExcess(await listUses(days, day), bounds);
    if (!excess) return;
    await days.write(day, (transaction) => giveUp(transaction, excess));
  }
}

/** Adds to what a project uses of the day. */
export async function addToShare(
  transaction: Transaction<Schema>,
  share: { readonly project_id: number; readonly bytes: number; readonly items: number },
): Promise<void> {
  await transaction
    .insertInto('log_shares')
    .values(share)
    .onConflict((conflict) =>
      conflict.column('project_id').doUpdateSet((row) => ({
        bytes: row('log_shares.bytes', '+', row.ref('excluded.bytes')),
        items: row('log_shares.items', '+', row.ref('excluded.items')),
      })),
    )
    .execute();
}

/**
 * Deletes some of the oldest logs of a project, until `bytes` are free or a step is done. Forgets
 * names of its items while these take more than its logs.
 */
export async function giveUp(
  transaction: Transaction<Schema>,
  { projectId, bytes }: LogUse,
): Promise<void> {
  const own = transaction.updateTable('log_shares').where('project_id', '=', projectId);
  // An update that changes nothing locks the row, on SQLite and on PostgreSQL.
  const share = await own
    .set((row) => ({ items: row.ref('items') }))
    .returning(['bytes', 'items'])
    .executeTakeFirst();
  if (!share) return;
  if (share.items * ITEM_BYTES > share.bytes) {
    const { numDeletedRows } = await transaction
      .deleteFrom('log_items')
      .where('name', 'in', (rows) =>
        rows
          .selectFrom('log_items')
          .select('name')
          .where('name', 'like', `${projectId}/%`)
          .limit(ITEMS_PER_STEP),
      )
      .executeTakeFirst();
    const deleted = Number(numDeletedRows);
    const items = deleted < ITEMS_PER_STEP ? 0 : Math.max(0, share.items - deleted);
    await own.set({ items }).execute();
  } else {
    const left = await dropOldest(transaction, { projectId, bytes }, share.bytes);
    await own.set({ bytes: left }).execute();
  }
  await transaction
    .deleteFrom('log_shares')
    .where('project_id', '=', projectId)
    .where('bytes', '=', 0)
    .where('items', '=', 0)
    .execute();
}

/** Returns the bytes of the project's blocks that are left. */
async function dropOldest(
  transaction: Transaction<Schema>,
  { projectId, bytes }: LogUse,
  heldBytes: number,
): Promise<number> {
  const oldest = await transaction
    .selectFrom('log_blocks')
    .select(['id', 'bytes', 'body'])
    .where('project_id', '=', projectId)
    .orderBy('id')
    .limit(BLOCKS_PER_STEP)
    .execute();
  if (oldest.length === 0) return 0;
  let dropped = 0;
  const ids: number[] = [];
  const counts: LogMinutesTable[] = [];
  for (const block of oldest) {
    if (dropped >= bytes) break;
    dropped += block.bytes;
    ids.push(block.id);
    counts.push(...countMinutes(projectId, decodeBlock(block.body)));
  }
  await transaction.deleteFrom('log_blocks').where('id', 'in', ids).execute();
  await addMinutes(
    transaction,
    counts.map((count) => ({ ...count, logs: -count.logs })),
  );
  return Math.max(0, heldBytes - dropped);
}
