import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { SqliteDatabase } from '#sqlite';
import { sql } from 'kysely';
import type { Database } from '../../database.ts';
import { openDatabase } from '#product';
import { kyselyOf } from '../../testing/kysely-of.ts';
import { createTestDatabase } from '../../testing/test-database.ts';
import type { TestDatabase } from '../../testing/test-database.ts';

const LONG = sql<{ n: number }>`
  with recursive counted(n) as (select 1 union all select n + 1 from counted where n < 3000000)
  select max(n) as n from counted`;

describe('a connection for long reads on SQLite', () => {
  let place: TestDatabase;
  let database: Database;

  beforeEach(async () => {
    place = await createTestDatabase('sqlite');
    database = openDatabase(place.config);
    const create = sql`create table notes (text text, bytes blob, large integer)`;
    await create.execute(kyselyOf(database));
  });

  afterEach(async () => {
    await database.close();
    await place.remove();
  });

  const read = async () => {
    const { rows } = await sql`select * from notes`.execute(kyselyOf(database.reading));
    return rows;
  };

  it('lets other statements run meanwhile, and sees their committed rows', async () => {
    const ended: string[] = [];
    const long = LONG.execute(kyselyOf(database.reading)).then(({ rows }) => {
      ended.push('long');
      return rows;
    });
    await sql`insert into notes (text) values ('new')`.execute(kyselyOf(database));
    ended.push('short');
    expect(await long).toEqual([{ n: 3_000_000 }]);
    expect(ended).toEqual(['short', 'long']);
    expect(await read()).toEqual([{ text: 'new', bytes: null, large: null }]);
  });

  it('returns rows in the same form as the main connection', async () => {
    const bytes = Buffer.from([1, 2, 3]);
    await sql`insert into notes values ('a', ${bytes}, ${2n ** 60n})`.execute(kyselyOf(database));
    const { rows } = await sql`select * from notes`.execute(kyselyOf(database));
    expect(rows).toEqual([{ text: 'a', bytes, large: 2 ** 60 }]);
    expect(await read()).toEqual(rows);
  });

  it('reports failed statements, and goes on reading', async () => {
    const reading = kyselyOf(database.reading);
    const unavailable = { code: 'database.unavailable' };
    await expect(sql`select * from absent`.execute(reading)).rejects.toMatchObject(unavailable);
    await expect(sql`selec`.execute(reading)).rejects.toThrow('syntax error');
    await expect(sql`delete from notes`.execute(reading)).rejects.toMatchObject(unavailable);
    await expect(reading.transaction().execute(async () => 1)).rejects.toThrow(TypeError);
    expect(await read()).toEqual([]);
  });

  it('answers all pending reads before it closes', async () => {
    const asked = Array.from({ length: 20 }, read);
    await nextTurn();
    await database.close();
    expect(await Promise.all(asked)).toEqual(asked.map(() => []));
  });

  it('reads the new file after the database file was replaced', async () => {
    await read();
    const path = join(place.config.dataDir, 'errata.sqlite');
    await rename(path, `${path}.before`);
    await expect(read()).rejects.toMatchObject({ code: 'database.unavailable' });
    const other = new SqliteDatabase(path);
    other.exec(`create table notes (text); insert into notes values ('other')`);
    other.close();
    expect(await read()).toEqual([{ text: 'other' }]);
  });
});
