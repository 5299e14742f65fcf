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
import { listBlockWords } from './log-words.ts';

export interface SpooledLogs {
  readonly origin: string;
  readonly reportId: number;
  readonly item: LogItem;
}

/**
 * Adds the logs of items that the day does not know, in blocks of one project, or refuses them.
 * Returns the items that are refused now or were before.
 */
export async function addLogs(
  { transaction, kind }: { transaction: Transaction<Schema>; kind: DatabaseKind },
  spooled: readonly SpooledLogs[],
  isFull: boolean,
): Promise<ReadonlySet<LogItem>> {
  const added = await claimItems(transaction, spooled, isFull);
  const byProject = groupByName(isFull ? [] : added, ({ item }) => `${item.projectId}`);
  for (const items of byProject.values()) {
    const { projectId } = items[0]!.item;
    const logs = items.flatMap(({ item }) => item.logs);
    for (let at = 0; at < logs.length; at += logLimits.logsPerBlock) {
      const block = logs.slice(at, at + logLimits.logsPerBlock);
      await addBlock({ transaction, kind }, projectId, block);
    }
  }
  return listRefused(transaction, spooled);
}

async function listRefused(
  transaction: Transaction<Schema>,
  spooled: readonly SpooledLogs[],
): Promise<ReadonlySet<LogItem>> {
  const refused = await inChunks(spooled.map(toName), (names) =>
    transaction
      .selectFrom('log_items')
      .select('name')
      .where('name', 'in', names)
      .where('is_refused', '=', 1)
      .execute(),
  );
  const names = new Set(refused.map(({ name }) => name));
  return new Set(spooled.filter((each) => names.has(toName(each))).map(({ item }) => item));
}

/** Processes that insert the same rows in one order cannot deadlock. */
async function claimItems(
  transaction: Transaction<Schema>,
  spooled: readonly SpooledLogs[],
  isFull: boolean,
): Promise<readonly SpooledLogs[]> {
  const is_refused = isFull ? 1 : 0;
  const rows = spooled.map((each) => ({ name: toName(each), is_refused }) as const);
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

function toName({ origin, reportId, item }: SpooledLogs): string {
  return `${origin}/${reportId}/${item.item}`;
}

async function addBlock(
  { transaction, kind }: { transaction: Transaction<Schema>; kind: DatabaseKind },
  projectId: number,
  logs: readonly Log[],
): Promise<void> {
  const { id } = await transaction
    .insertInto('log_blocks')
    .values(toRow(projectId, logs))
    .returning('id')
    .executeTakeFirstOrThrow();
  await putWords({ transaction, kind }, 'log_words', [
    { id, words: listBlockWords(projectId, logs) },
  ]);
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
