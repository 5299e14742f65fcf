import { DAY_MS, type DatabaseKind, type DayTables } from '#persistence/stores';
import type { Log } from '#shared';
import { replaceBlock } from './add-logs.ts';
import { decodeBlock } from './log-block.ts';
import type { LogBlock } from './select-blocks.ts';

/** Ids of blocks are lower. */
const BLOCKS_PER_DAY = 1e9;

export interface BlockWalk {
  readonly days: DayTables;
  readonly kind: DatabaseKind;
  /** Null means all projects. */
  readonly projectId: number | null;
  /** Blocks after this position are read; 0 is before all blocks. */
  readonly after: number;
  readonly limit: number;
}

/** Returns the position after all blocks that are stored now. */
export async function findLastPosition(days: DayTables): Promise<number> {
  const [newest] = await days.list();
  return newest === undefined ? 0 : toPosition(newest, BLOCKS_PER_DAY - 1);
}

/**
 * Reads the next blocks, oldest day first, and stores the logs that `change` returns in place of
 * others. Returns the position that was reached: the end of a day when the day has no more blocks.
 */
export async function walkBlocks(
  { days, kind, projectId, after, limit }: BlockWalk,
  change: (log: Log) => Log,
): Promise<number> {
  const day = (await days.list()).findLast((each) => toPosition(each, BLOCKS_PER_DAY - 1) > after);
  if (day === undefined) return Infinity;
  const afterId = Math.max(0, after - toPosition(day, 0));
  const blocks = await days.read(day, (db) =>
    db
      .selectFrom('log_blocks')
      .select(['id', 'project_id', 'body'])
      .where('id', '>', afterId)
      .$if(projectId !== null, (query) => query.where('project_id', '=', projectId!))
      .orderBy('id')
      .limit(limit)
      .execute(),
  );
  for (const block of blocks ?? []) await changeBlock({ days, kind, day }, block, change);
  const last = (blocks ?? []).at(-1);
  const isOver = last === undefined || (blocks ?? []).length < limit;
  return toPosition(day, isOver ? BLOCKS_PER_DAY - 1 : last.id);
}

async function changeBlock(
  { days, kind, day }: { days: DayTables; kind: DatabaseKind; day: string },
  { id, project_id: projectId, body }: LogBlock,
  change: (log: Log) => Log,
): Promise<void> {
  const logs = decodeBlock(body);
  const changed = logs.map(change);
  if (changed.every((log, index) => log === logs[index])) return;
  await days.write(day, (transaction) =>
    replaceBlock({ transaction, kind }, { id, projectId }, changed),
  );
}

function toPosition(day: string, blockId: number): number {
  return (Date.parse(day) / DAY_MS) * BLOCKS_PER_DAY + blockId;
}
