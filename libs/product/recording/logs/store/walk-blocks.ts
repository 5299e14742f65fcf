import { DAY_MS, type DatabaseKind, type DayTables } from '#persistence/stores';
import type { Log } from '#shared';
import { replaceBlock } from './add-logs.ts';
import { decodeBlock } from './log-block.ts';
import { toFirstIdOf, toMsOfDay } from './log-place.ts';
import type { LogBlock } from './select-blocks.ts';

/** A position is a millisecond of a day. A block stands at the time of its last log. */
const POSITIONS_PER_DAY = 2 ** 32;

export interface BlockWalk {
  readonly days: DayTables;
  readonly kind: DatabaseKind;
  /** Null means all projects. */
  readonly projectId: number | null;
  /** Blocks from this position on are read; 0 is before all blocks. */
  readonly after: number;
  /** Blocks to read. More are read when the last of them stands at the position of others. */
  readonly limit: number;
}

/** Returns the position after all days that are stored now. */
export async function findLastPosition(days: DayTables): Promise<number> {
  const [newest] = await days.list();
  return newest === undefined ? 0 : toEnd(newest);
}

/**
 * Reads the next blocks, oldest day first, and stores the logs that `change` returns in place of
 * others. Returns the position that was reached: the end of a day when the day has no more blocks.
 */
export async function walkBlocks(walk: BlockWalk, change: (log: Log) => Log): Promise<number> {
  const { days, after, limit } = walk;
  const day = (await days.list()).findLast((each) => toEnd(each) > after);
  if (day === undefined) return Infinity;
  const start = toEnd(day) - POSITIONS_PER_DAY;
  let [read, reachedMs] = [0, 0];
  for await (const block of readBlocks(walk, day, Math.max(0, after - start))) {
    await changeBlock(walk, { day, block }, change);
    reachedMs = toMsOfDay(block.id) + 1;
    read += 1;
  }
  return read < limit ? toEnd(day) : start + reachedMs;
}

async function* readBlocks(
  { days, projectId, limit }: BlockWalk,
  day: string,
  fromMs: number,
): AsyncGenerator<LogBlock> {
  let [from, below] = [toFirstIdOf(fromMs), Number.MAX_SAFE_INTEGER];
  for (;;) {
    const blocks = await days.read(day, (db) =>
      db
        .selectFrom('log_blocks')
        .select(['id', 'project_id', 'ends_at', 'body'])
        .where('id', '>=', from)
        .where('id', '<', below)
        .$if(projectId !== null, (query) => query.where('project_id', '=', projectId!))
        .orderBy('id')
        .limit(limit)
        .execute(),
    );
    yield* blocks ?? [];
    const last = blocks?.at(-1);
    if (last === undefined || blocks!.length < limit) return;
    // A position has no place within a millisecond, so the others of this one follow.
    [from, below] = [last.id + 1, toFirstIdOf(toMsOfDay(last.id) + 1)];
  }
}

async function changeBlock(
  { days, kind }: BlockWalk,
  { day, block }: { readonly day: string; readonly block: LogBlock },
  change: (log: Log) => Log,
): Promise<void> {
  const { id, project_id: projectId, body } = block;
  const logs = decodeBlock(body);
  const changed = logs.map(change);
  if (changed.every((log, index) => log === logs[index])) return;
  await days.write(day, (transaction) =>
    replaceBlock({ transaction, kind }, { id, projectId }, changed),
  );
}

function toEnd(day: string): number {
  return (Date.parse(day) / DAY_MS + 1) * POSITIONS_PER_DAY;
}
