import type { DayTable, DayTablesDefinition } from '#persistence/stores';
import { decodeBlock } from './log-block.ts';
import { addMinutes, countMinutes, type LogMinutesTable } from './log-minutes.ts';

/** Logs of a project that were recorded together and lie close to each other in time. */
export interface LogBlocksTable {
  /** In the order of `ends_at`, as `toBlockId` says. */
  readonly id: number;
  readonly project_id: number;
  /** Times of the earliest and the latest log. */
  readonly starts_at: number;
  readonly ends_at: number;
  readonly logs: number;
  /** Estimated bytes that the block and its words took when it was added. */
  readonly bytes: number;
  /** Zstandard of a JSON array of `Log`. */
  readonly body: Buffer;
}

/** Words and facts of the logs of a block, for searching. */
export interface LogWordsTable {
  readonly words: string;
}

/** Use of the day by one project. */
export interface LogSharesTable {
  readonly project_id: number;
  /** Sum of `bytes` of its blocks. */
  readonly bytes: number;
  /** Rows of `log_items`. */
  readonly items: number;
}

/** Items whose logs were stored, so that the same logs add nothing when they come again. */
export interface LogItemsTable {
  /** Project, and a hash of what was sent or the report where nothing tells it from others. */
  readonly name: string;
  /** Name of the report or request that came first, and the item's position in it. */
  readonly report: string;
}

const blocks: DayTable = {
  name: 'log_blocks',
  create: async (db, columns) => {
    await columns
      .addRowId(db.schema.createTable('log_blocks'))
      .addColumn('project_id', 'integer', (id) => id.notNull())
      .addColumn('starts_at', 'bigint', (time) => time.notNull())
      .addColumn('ends_at', 'bigint', (time) => time.notNull())
      .addColumn('logs', 'integer', (logs) => logs.notNull())
      .addColumn('bytes', 'integer', (bytes) => bytes.notNull())
      .addColumn('body', columns.blob, (body) => body.notNull())
      .execute();
    await db.schema
      .createIndex('log_blocks_by_project')
      .on('log_blocks')
      .column('project_id')
      .execute();
    await columns.storeAsIs(db, { table: 'log_blocks', column: 'body' });
    await columns.makeWordIndex(db, { table: 'log_words', of: 'log_blocks' });
    await db.schema
      .createTable('log_shares')
      .addColumn('project_id', 'integer', (id) => id.primaryKey())
      .addColumn('bytes', 'bigint', (bytes) => bytes.notNull())
      .addColumn('items', 'bigint', (items) => items.notNull())
      .execute();
    await columns
      .storeInPrimaryKey(
        db.schema
          .createTable('log_items')
          .addColumn('name', 'text', (name) => name.primaryKey().notNull())
          .addColumn('report', 'text', (report) => report.notNull()),
      )
      .execute();
  },
};

/** Blocks whose logs one statement reads, to count them. */
const BLOCKS_PER_READ = 200;

const minutes: DayTable = {
  name: 'log_minutes',
  create: async (db, columns) => {
    await columns
      .storeInPrimaryKey(
        db.schema
          .createTable('log_minutes')
          .addColumn('minute', 'integer', (minute) => minute.notNull())
          .addColumn('project_id', 'integer', (id) => id.notNull())
          .addColumn('level', 'integer', (level) => level.notNull())
          .addColumn('logs', 'integer', (logs) => logs.notNull())
          .addPrimaryKeyConstraint('log_minutes_key', ['minute', 'project_id', 'level']),
      )
      .execute();
    // Version 0.3.0 did not count. The day on which Errata is upgraded has its logs counted here.
    for (let after = -1; ;) {
      const read = await db
        .selectFrom('log_blocks')
        .select(['id', 'project_id', 'body'])
        .where('id', '>', after)
        .orderBy('id')
        .limit(BLOCKS_PER_READ)
        .execute();
      const counts = read.flatMap((each) => countMinutes(each.project_id, decodeBlock(each.body)));
      await addMinutes(db, counts);
      if (read.length < BLOCKS_PER_READ) return;
      after = read.at(-1)!.id;
    }
  },
};

/** Tables of a UTC day, by the time of receipt. */
export const logDays: DayTablesDefinition = {
  folder: 'logs',
  prefix: 'log_',
  tables: [blocks, minutes],
};

declare module '#persistence/stores' {
  interface Schema {
    log_blocks: LogBlocksTable;
    log_words: LogWordsTable;
    log_shares: LogSharesTable;
    log_items: LogItemsTable;
    log_minutes: LogMinutesTable;
  }
}
