import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { zstdDecompressSync } from 'node:zlib';
import { withDatabase, withSqlite } from '../processes/database.mjs';

/** Logs are in a database of each day: a file on SQLite, tables named after the day on PostgreSQL. */
const DAY_FILE = /^\d{4}-\d{2}-\d{2}\.sqlite$/;
const DAY_TABLES = `
  SELECT relname AS name FROM pg_class
  WHERE relkind = 'r' AND relnamespace = current_schema()::regnamespace
    AND relname ~ '^log_blocks_[0-9_]{10}$'`;

/**
 * Reads the logs of all days, without the code under test.
 *
 * @param {import('../processes/place.mjs').Place} place
 * @returns {Promise<{ logs: string[], miscounted: string[] }>} `logs`: their texts; `miscounted`: a
 *   line for each block that has another number of logs than it says
 */
export async function readStoredLogs(place) {
  const blocks = await readBlocks(place);
  const read = blocks.map(({ id, logs, body }) => {
    const texts = JSON.parse(zstdDecompressSync(body).toString()).map(({ body: text }) => text);
    return { id, logs: Number(logs), texts };
  });
  return {
    logs: read.flatMap(({ texts }) => texts),
    miscounted: read
      .filter(({ logs, texts }) => texts.length !== logs)
      .map(({ id, logs, texts }) => `block ${id}: logs ${logs}, read ${texts.length}`),
  };
}

/** Lists the files of SQLite that hold logs. The folder does not exist before the first log. */
export async function listDayFiles(dataDir) {
  const folder = join(dataDir, 'logs');
  const names = await readdir(folder).catch(() => []);
  return names.filter((name) => DAY_FILE.test(name)).map((name) => join(folder, name));
}

async function readBlocks({ dataDir, databaseUrl }) {
  const blocks = [];
  const readFrom = (table) => async (query) => {
    blocks.push(await query(`SELECT id, logs, body FROM ${table}`));
  };
  if (databaseUrl === undefined) {
    for (const file of await listDayFiles(dataDir)) {
      await withSqlite(file, readFrom('log_blocks'));
    }
  } else {
    await withDatabase({ databaseUrl }, async (query) => {
      for (const { name } of await query(DAY_TABLES)) await readFrom(name)(query);
    });
  }
  return blocks.flat();
}
