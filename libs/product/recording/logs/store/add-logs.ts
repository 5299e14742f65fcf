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

/** Adds the logs of items that are not stored yet, in blocks of one project. */
export async function addLogs(
  { transaction, kind }: { transaction: Transaction<Schema>; kind: DatabaseKind },
  spooled: readonly SpooledLogs[],
): Promise<void> {
  const added = await claimItems(transaction, spooled);
  const byProject = groupByName(added, ({ item }) => `${item.projectId}`);
  for (const items of byProject.values()) {
    const { projectId } = items[0]!.item;
    const logs = items.flatMap(({ item }) => item.logs);
    for (let at = 0; at < logs.length; at += logLimits.logsPerBlock) {
      const block = logs.slice(at, at + logLimits.logsPerBlock);
      await addBlock({ transaction, kind }, projectId, block);
    }
  }
}

/** Processes that insert the same rows in one order cannot deadlock. */
async function claimItems(
  transaction: Transaction<Schema>,
  spooled: readonly SpooledLogs[],
): Promise<readonly SpooledLogs[]> {
  const rows = spooled.map((each) => ({ name: toName(each) }));
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
  await transaction
    .updateTable('log_blocks')
    .set(toRow(projectId, logs))
    .where('id', '=', id)
    .execute();
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
