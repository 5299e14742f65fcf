import { type Kysely, sql, type Transaction } from 'kysely';
import type { DatabaseKind, DayTables, Schema } from '#persistence/stores';
import { logLimits } from '#shared';
import { replaceBlock } from './add-logs.ts';
import { decodeBlock } from './log-block.ts';
import { leastLogs } from './log.tables.ts';

/** Blocks that are this large are not small, however few logs they have. */
const LARGE_BYTES = 65_536;
const MOST_BYTES = 4 * LARGE_BYTES;

interface SmallBlock {
  readonly id: number;
  readonly logs: number;
  readonly bytes: number;
}

/**
 * Puts the logs of some small blocks of a project into the last of them, because many small blocks
 * take more space and make a search end sooner. Returns false when there was nothing to join.
 */
export async function joinBlocks(
  { days, kind }: { readonly days: DayTables; readonly kind: DatabaseKind },
  day: string,
): Promise<boolean> {
  const projectId = await days.read(day, findProject);
  if (projectId === undefined) return false;
  return days.write(day, async (transaction) => {
    const joined = takeFull(await listSmall({ transaction, kind }, projectId));
    const last = joined.pop();
    if (!last || joined.length === 0) return false;
    const ids = [...joined, last].map(({ id }) => id);
    const blocks = await transaction
      .selectFrom('log_blocks')
      .select('body')
      .where('id', 'in', ids)
      .orderBy('id')
      .execute();
    const logs = blocks.flatMap(({ body }) => decodeBlock(body));
    await replaceBlock({ transaction, kind }, { id: last.id, projectId }, logs);
    await transaction.deleteFrom('log_blocks').where('id', 'in', ids.slice(0, -1)).execute();
    return true;
  });
}

/** Finds a project whose small blocks together are no longer small. */
async function findProject(db: Kysely<Schema>): Promise<number | undefined> {
  const found = await selectSmall(db)
    .select('project_id')
    .groupBy('project_id')
    .having((group) =>
      group.or([
        group(group.fn.sum('logs'), '>=', leastLogs),
        group(group.fn.sum(BYTES), '>=', LARGE_BYTES),
      ]),
    )
    .limit(1)
    .executeTakeFirst();
  return found?.project_id;
}

/** Locks the rows on PostgreSQL, where other relays join blocks at the same time. */
async function listSmall(
  { transaction, kind }: { transaction: Transaction<Schema>; kind: DatabaseKind },
  projectId: number,
): Promise<readonly SmallBlock[]> {
  return selectSmall(transaction)
    .select(['id', 'logs', BYTES.as('bytes')])
    .where('project_id', '=', projectId)
    .orderBy('id')
    .limit(logLimits.logsPerBlock)
    .$if(kind === 'postgres', (blocks) => blocks.forUpdate())
    .execute();
}

const BYTES = sql<number>`octet_length(body)`;

/** The number is no parameter, so that the planner finds the index of small blocks. */
function selectSmall(db: Kysely<Schema>) {
  return db
    .selectFrom('log_blocks')
    .where('logs', '<', sql.lit(leastLogs))
    .where(BYTES, '<', LARGE_BYTES);
}

/** Returns the first blocks that fit into one. */
function takeFull(blocks: readonly SmallBlock[]): SmallBlock[] {
  const taken: SmallBlock[] = [];
  let [logs, bytes] = [0, 0];
  for (const block of blocks) {
    logs += block.logs;
    bytes += block.bytes;
    if (logs > logLimits.logsPerBlock || bytes > MOST_BYTES) break;
    taken.push(block);
  }
  return taken;
}
