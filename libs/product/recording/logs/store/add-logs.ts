import type { Kysely, Transaction } from 'kysely';
import { type Ending, type Log, logLimits } from '#shared';
import {
  compareText,
  groupByName,
  type DatabaseKind,
  inChunks,
  putWords,
  type Schema,
} from '#persistence/stores';
import type { LogItem } from './log-item.ts';
import { compareInTime } from '../rules/log-facts.ts';
import { encodeBlock } from './log-block.ts';
import { addMinutes, countMinutes } from './log-minutes.ts';
import { BLOCK_SPAN_MS, toBlockId, toFirstIdOf, toMsOfDay } from './log-place.ts';
import { addToShare } from './log-shares.ts';
import { listBlockWords } from './log-words.ts';
import type { LogItemsTable } from './log.tables.ts';

interface OpenDay {
  readonly transaction: Transaction<Schema>;
  readonly kind: DatabaseKind;
  readonly day: string;
}

export interface SpooledLogs {
  /** Name of the report, or of the request that may bring it twice. */
  readonly report: string;
  readonly item: LogItem;
}

/**
 * Estimated bytes of a word in the index. The index of SQLite is compressed; PostgreSQL also stores
 * the words of each row.
 */
const WORD_BYTES: Record<DatabaseKind, number> = { sqlite: 12, postgres: 45 };
const ROW_BYTES = 100;
const KNOWN: Ending = { outcome: 'duplicate', reason: 'content' };

/**
 * Adds the logs of items that neither the day nor its neighbours know, in blocks of one project, and
 * to the projects' shares of the day. `known` are items of the neighbours. Returns the endings of
 * items whose logs were not added.
 */
export async function addLogs(
  { transaction, kind, day }: OpenDay,
  spooled: readonly SpooledLogs[],
  known: ReadonlyMap<string, LogItemsTable> = new Map(),
): Promise<ReadonlyMap<LogItem, Ending>> {
  const unknown = spooled.filter((each) => !known.has(toName(each)));
  const added = await claimItems(transaction, unknown);
  const byProject = groupByName(added, ({ item }) => `${item.projectId}`);
  const blocks = [...byProject.values()].flatMap((items) => {
    const { projectId } = items[0]!.item;
    const logs = items.flatMap(({ item }) => item.logs);
    return cutBlocks(logs).map((cut) => ({ projectId, logs: cut }));
  });
  const bytes = new Map<number, number>();
  // The full-text index of SQLite takes rising ids much faster.
  for (const { projectId, logs } of blocks.toSorted((a, b) => toEndMs(a.logs) - toEndMs(b.logs))) {
    const taken = await addBlock({ transaction, kind, day }, projectId, logs);
    bytes.set(projectId, (bytes.get(projectId) ?? 0) + taken);
  }
  // Processes that update the same rows in one order cannot deadlock.
  for (const [project_id, taken] of [...bytes].toSorted(([a], [b]) => a - b)) {
    const items = byProject.get(`${project_id}`)!.length;
    await addToShare(transaction, { project_id, bytes: taken, items });
  }
  // A process that deletes logs also locks the share first.
  await addMinutes(
    transaction,
    blocks.flatMap((block) => countMinutes(block.projectId, block.logs)),
  );
  return listEndings(new Map([...known, ...(await findItems(transaction, unknown))]), spooled);
}

/** Returns the items that the day knows, by name. */
export async function findItems(
  db: Kysely<Schema>,
  spooled: readonly SpooledLogs[],
): Promise<ReadonlyMap<string, LogItemsTable>> {
  const rows = await inChunks(spooled.map(toName), (names) =>
    db.selectFrom('log_items').selectAll().where('name', 'in', names).execute(),
  );
  return new Map(rows.map((row) => [row.name, row]));
}

function listEndings(
  byName: ReadonlyMap<string, LogItemsTable>,
  spooled: readonly SpooledLogs[],
): ReadonlyMap<LogItem, Ending> {
  const endings = new Map<LogItem, Ending>();
  for (const each of spooled) {
    const row = byName.get(toName(each));
    if (row?.report !== toReport(each)) endings.set(each.item, KNOWN);
  }
  return endings;
}

/**
 * Returns the items that are new. Processes that insert the same rows in one order cannot deadlock.
 */
async function claimItems(
  transaction: Transaction<Schema>,
  spooled: readonly SpooledLogs[],
): Promise<readonly SpooledLogs[]> {
  const rows = spooled.map((each) => ({ name: toName(each), report: toReport(each) }));
  const claimed = await inChunks(
    rows.toSorted((a, b) => compareText(a.name, b.name)),
    (chunk) =>
      transaction
        .insertInto('log_items')
        .values(chunk)
        .onConflict((conflict) => conflict.column('name').doNothing())
        .returning('name')
        .execute(),
  );
  const isNew = new Set(claimed.map(({ name }) => name));
  return spooled.filter((each) => isNew.delete(toName(each)));
}

function toName(spooled: SpooledLogs): string {
  const { projectId, content } = spooled.item;
  return `${projectId}/${content ?? toReport(spooled)}`;
}

function toReport({ report, item }: SpooledLogs): string {
  return `${report}/${item.item}`;
}

/** Cuts logs into blocks in the order of time. */
function cutBlocks(logs: readonly Log[]): readonly (readonly Log[])[] {
  const blocks: Log[][] = [];
  for (const log of logs.toSorted(compareInTime)) {
    const last = blocks.at(-1);
    const fits =
      last && last.length < logLimits.logsPerBlock && log.atMs - last[0]!.atMs <= BLOCK_SPAN_MS;
    if (fits) last.push(log);
    else blocks.push([log]);
  }
  return blocks;
}

function toEndMs(logs: readonly Log[]): number {
  return logs.at(-1)!.atMs;
}

/** Returns the bytes that the block takes. */
async function addBlock(
  { transaction, kind, day }: OpenDay,
  projectId: number,
  logs: readonly Log[],
): Promise<number> {
  const words = listBlockWords(projectId, logs);
  const row = toRow(projectId, logs);
  const bytes = row.body.length + words.length * WORD_BYTES[kind] + ROW_BYTES;
  const id = await claimId(transaction, toBlockId(day, toEndMs(logs)), { ...row, bytes });
  await putWords({ transaction, kind }, 'log_words', [{ id, words }]);
  return bytes;
}

/** Inserts the block with the next free id of its millisecond. */
async function claimId(
  transaction: Transaction<Schema>,
  firstId: number,
  row: ReturnType<typeof toRow> & { readonly bytes: number },
): Promise<number> {
  const found = await transaction
    .selectFrom('log_blocks')
    .select(({ fn }) => fn.max<number | null>('id').as('id'))
    .where('id', '>=', firstId)
    .where('id', '<', toFirstIdOf(toMsOfDay(firstId) + 1))
    .executeTakeFirst();
  for (let id = (found?.id ?? firstId - 1) + 1; ; id += 1) {
    const { numInsertedOrUpdatedRows } = await transaction
      .insertInto('log_blocks')
      .values({ id, ...row })
      // Another process has taken this id meanwhile.
      .onConflict((conflict) => conflict.column('id').doNothing())
      .executeTakeFirstOrThrow();
    if (numInsertedOrUpdatedRows !== 0n) return id;
  }
}

/** Replaces the logs of a block, and the words by which it is found. */
export async function replaceBlock(
  { transaction, kind }: { transaction: Transaction<Schema>; kind: DatabaseKind },
  { id, projectId }: { readonly id: number; readonly projectId: number },
  logs: readonly Log[],
): Promise<void> {
  const { numUpdatedRows } = await transaction
    .updateTable('log_blocks')
    .set(toRow(projectId, logs))
    .where('id', '=', id)
    .executeTakeFirst();
  // The day was dropped meanwhile.
  if (numUpdatedRows === 0n) return;
  await putWords({ transaction, kind }, 'log_words', [
    { id, words: listBlockWords(projectId, logs) },
  ]);
}

function toRow(projectId: number, logs: readonly Log[]) {
  const times = logs.map(({ atMs }) => atMs);
  return {
    project_id: projectId,
    starts_at: Math.min(...times),
    ends_at: Math.max(...times),
    logs: logs.length,
    body: encodeBlock(logs),
  };
}
