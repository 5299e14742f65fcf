import type { Transaction } from 'kysely';
import { type Log, logLimits } from '#shared';
import {
  compareText,
  groupByName,
  type DatabaseKind,
  inChunks,
  putWords,
  type Schema,
} from '#persistence/stores';
import type { LogItem } from '#product/recording/reports';
import { encodeBlock } from './log-block.ts';
import { BLOCK_SPAN_MS, toBlockId, toFirstIdOf, toIdAside, toMsOfDay } from './log-place.ts';
import { listBlockWords } from './log-words.ts';

interface OpenDay {
  readonly transaction: Transaction<Schema>;
  readonly kind: DatabaseKind;
  readonly day: string;
}

export interface SpooledLogs {
  readonly origin: string;
  readonly reportId: number;
  readonly item: LogItem;
}

export interface AddedLogs {
  /** Items that found no room, now or when they came before. */
  readonly refused: ReadonlySet<LogItem>;
  /** Items whose logs came in another report before. */
  readonly known: ReadonlySet<LogItem>;
}

/** Adds the logs of items that the day does not know, in blocks of one project, or refuses them. */
export async function addLogs(
  { transaction, kind, day }: OpenDay,
  spooled: readonly SpooledLogs[],
  isFull: boolean,
): Promise<AddedLogs> {
  const added = await claimItems(transaction, spooled, isFull);
  const byProject = groupByName(isFull ? [] : added, ({ item }) => `${item.projectId}`);
  const blocks = [...byProject.values()].flatMap((items) => {
    const { projectId } = items[0]!.item;
    const logs = items.flatMap(({ item }) => item.logs);
    return cutBlocks(logs).map((cut) => ({ projectId, logs: cut }));
  });
  // Each block then has a higher id than those before it, which an index takes best.
  for (const { projectId, logs } of blocks.toSorted((a, b) => toEndMs(a.logs) - toEndMs(b.logs))) {
    await addBlock({ transaction, kind, day }, projectId, logs);
  }
  return listEndings(transaction, spooled);
}

async function listEndings(
  transaction: Transaction<Schema>,
  spooled: readonly SpooledLogs[],
): Promise<AddedLogs> {
  const rows = await inChunks(spooled.map(toName), (names) =>
    transaction.selectFrom('log_items').selectAll().where('name', 'in', names).execute(),
  );
  const byName = new Map(rows.map((row) => [row.name, row]));
  const [refused, known] = [new Set<LogItem>(), new Set<LogItem>()];
  for (const each of spooled) {
    const row = byName.get(toName(each));
    if (row?.report !== toReport(each)) known.add(each.item);
    else if (row.is_refused === 1) refused.add(each.item);
  }
  return { refused, known };
}

/**
 * Returns the items that are new. Processes that insert the same rows in one order cannot deadlock.
 */
async function claimItems(
  transaction: Transaction<Schema>,
  spooled: readonly SpooledLogs[],
  isFull: boolean,
): Promise<readonly SpooledLogs[]> {
  const is_refused = isFull ? 1 : 0;
  const rows = spooled.map(
    (each) => ({ name: toName(each), report: toReport(each), is_refused }) as const,
  );
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

function toName({ item: { projectId, content } }: SpooledLogs): string {
  return `${projectId}/${content}`;
}

function toReport({ origin, reportId, item }: SpooledLogs): string {
  return `${origin}/${reportId}/${item.item}`;
}

/** Cuts logs into blocks in the order of time. */
function cutBlocks(logs: readonly Log[]): readonly (readonly Log[])[] {
  const blocks: Log[][] = [];
  for (const log of logs.toSorted((a, b) => a.atMs - b.atMs)) {
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

async function addBlock(
  { transaction, kind, day }: OpenDay,
  projectId: number,
  logs: readonly Log[],
): Promise<void> {
  const id = await claimId(transaction, toBlockId(day, toEndMs(logs)), toRow(projectId, logs));
  await putWords({ transaction, kind }, 'log_words', [
    { id, words: listBlockWords(projectId, logs) },
  ]);
}

/** Inserts the block with the next free id of its millisecond, or with a free one shortly after. */
async function claimId(
  transaction: Transaction<Schema>,
  firstId: number,
  row: ReturnType<typeof toRow>,
): Promise<number> {
  const endId = toFirstIdOf(toMsOfDay(firstId) + 1);
  const found = await transaction
    .selectFrom('log_blocks')
    .select(({ fn }) => fn.max<number | null>('id').as('id'))
    .where('id', '>=', firstId)
    .where('id', '<', endId)
    .executeTakeFirst();
  for (let id = (found?.id ?? firstId - 1) + 1; ; id += 1) {
    const free = id < endId ? id : toIdAside(firstId);
    const { numInsertedOrUpdatedRows } = await transaction
      .insertInto('log_blocks')
      .values({ id: free, ...row })
      // Another process has taken this id meanwhile.
      .onConflict((conflict) => conflict.column('id').doNothing())
      .executeTakeFirstOrThrow();
    if (numInsertedOrUpdatedRows !== 0n) return free;
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
