import { rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { SqliteDatabase } from '#sqlite';
import { sql } from 'kysely';
import type { Database } from '../../database.ts';
import { openDatabase } from '#product';
import { kyselyOf } from '../../testing/kysely-of.ts';
import { createTestDatabase } from '../../testing/test-database.ts';
import type { TestDatabase } from '../../testing/test-database.ts';
import { toSqliteFault } from './sqlite-faults.ts';

describe('a SQLite connection', () => {
  let place: TestDatabase;
  let database: Database;
  let other: Database;

  beforeEach(async () => {
    place = await createTestDatabase('sqlite');
    database = openDatabase(place.config);
    other = openDatabase(place.config);
    await sql`create table notes (text text not null unique)`.execute(kyselyOf(database));
  });

  afterEach(async () => {
    jest.restoreAllMocks();
    await database.close();
    await other.close();
    await place.remove();
  });

  const countNotes = async (from: Database) => {
    const { rows } = await sql<{ n: number }>`select count(*) as n from notes`.execute(
      kyselyOf(from),
    );
    return rows[0]?.n;
  };

  it('takes turns with the transaction of another connection, and both read and write', async () => {
    const readThenWrite = (of: Database, text: string) =>
      kyselyOf(of)
        .transaction()
        .execute(async (transaction) => {
          const { rows } = await sql`select * from notes`.execute(transaction);
          await new Promise((resolve) => setImmediate(resolve));
          await sql`insert into notes values (${`${text} after ${rows.length}`})`.execute(
            transaction,
          );
        });
    await Promise.all([readThenWrite(database, 'one'), readThenWrite(other, 'two')]);
    expect(await countNotes(database)).toBe(2);
  });

  it('reads during a transaction of another connection, and sees its rows once committed', async () => {
    await kyselyOf(other)
      .transaction()
      .execute(async (transaction) => {
        await sql`insert into notes values ('new')`.execute(transaction);
        expect(await countNotes(database)).toBe(0);
      });
    expect(await countNotes(database)).toBe(1);
  });

  it('keeps its own outside statements out of a transaction under way', async () => {
    const failing = kyselyOf(database)
      .transaction()
      .execute(async (transaction) => {
        const outside = sql`insert into notes values ('outside')`.execute(kyselyOf(database));
        await sql`insert into notes values ('inside')`.execute(transaction);
        return Promise.reject(new Error('no')).finally(() => void outside);
      });
    await expect(failing).rejects.toThrow('no');
    const { rows } = await sql`select text from notes`.execute(kyselyOf(database));
    expect(rows).toEqual([{ text: 'outside' }]);
  });

  it('gives each row an object of its own, with all columns in their order', async () => {
    const { rows } = await sql`select 1 as b, null as a union all select null, 2.5`.execute(
      kyselyOf(database),
    );
    expect(rows.map((row) => JSON.stringify(row))).toEqual([
      '{"b":1,"a":null}',
      '{"b":null,"a":2.5}',
    ]);
  });

  it('goes on after a statement failed', async () => {
    await sql`insert into notes values ('a')`.execute(kyselyOf(database));
    await expect(
      kyselyOf(database)
        .transaction()
        .execute((transaction) => sql`insert into notes values ('a')`.execute(transaction)),
    ).rejects.toMatchObject({ code: 'SQLITE_CONSTRAINT_UNIQUE' });
    await sql`insert into notes values ('b')`.execute(kyselyOf(database));
    expect(await countNotes(database)).toBe(2);
  });

  it('is unavailable while the disk is full, and not any more when there is room', async () => {
    const big = 'x'.repeat(100_000);
    const insert = () =>
      kyselyOf(database)
        .transaction()
        .execute((transaction) => sql`insert into notes values (${big})`.execute(transaction));
    await sql`pragma max_page_count = 10`.execute(kyselyOf(database));
    await expect(insert()).rejects.toMatchObject({
      code: 'database.unavailable',
      message: `The database does not answer. SQLite in ${place.config.dataDir}: the disk is full.`,
    });
    await sql`pragma max_page_count = 100000`.execute(kyselyOf(database));
    await insert();
    expect(await countNotes(database)).toBe(1);
  });

  it('is unavailable when its file is gone', async () => {
    await rm(join(place.config.dataDir, 'errata.sqlite'));
    jest.spyOn(performance, 'now').mockReturnValue(1e9);
    await expect(database.ping()).rejects.toMatchObject({
      code: 'database.unavailable',
      message: expect.stringContaining('the file is gone'),
    });
  });

  describe('after its file is replaced', () => {
    let file: string;
    const insert = (text: string) =>
      kyselyOf(database)
        .transaction()
        .execute((transaction) => sql`insert into notes values (${text})`.execute(transaction));
    const replaced = {
      code: 'database.unavailable',
      message: expect.stringContaining('the file was replaced while it was open'),
    };

    beforeEach(async () => {
      file = join(place.config.dataDir, 'errata.sqlite');
      await other.close();
      await insert('before');
      const fresh = new SqliteDatabase(join(place.config.dataDir, 'fresh.sqlite'));
      fresh.exec('create table notes (text text); create table more (text text)');
      fresh.close();
      await rename(file, join(place.config.dataDir, 'old.sqlite'));
      await rename(join(place.config.dataDir, 'fresh.sqlite'), file);
    });

    it('is unavailable for reads, writes and pings', async () => {
      await expect(insert('lost')).rejects.toMatchObject(replaced);
      await expect(countNotes(database)).rejects.toMatchObject(replaced);
      await expect(database.ping()).rejects.toMatchObject(replaced);
    });

    it.each([
      ['writes at once', 99, sql`update notes set text = 'lost' returning text`],
      ['reads within 100 ms', 100, sql`select 1`],
    ])('is unavailable for %s', async (_, afterMs, statement) => {
      const now = jest.spyOn(performance, 'now').mockReturnValue(1e9);
      await rename(join(place.config.dataDir, 'old.sqlite'), file);
      await countNotes(database);
      await rename(file, join(place.config.dataDir, 'old.sqlite'));
      now.mockReturnValue(1e9 + 99);
      expect(await countNotes(database)).toBe(1);
      now.mockReturnValue(1e9 + afterMs);
      const asked = statement.execute(kyselyOf(database));
      await expect(asked).rejects.toMatchObject({ code: 'database.unavailable' });
    });

    it('leaves both files usable, the old one with all committed rows', async () => {
      await expect(insert('lost')).rejects.toMatchObject(replaced);
      await database.close();
      const again = openDatabase(place.config);
      await sql`select * from more`.execute(kyselyOf(again));
      expect(await countNotes(again)).toBe(0);
      await again.close();
      const old = new SqliteDatabase(join(place.config.dataDir, 'old.sqlite'), { readOnly: true });
      expect(old.prepare('select text from notes').pluck().all()).toEqual(['before']);
      old.close();
    });

    it('works again when the old file is put back', async () => {
      await expect(insert('lost')).rejects.toMatchObject(replaced);
      await rename(join(place.config.dataDir, 'old.sqlite'), file);
      await insert('after');
      expect(await countNotes(database)).toBe(2);
    });

    it('rolls back a transaction under way', async () => {
      await rename(join(place.config.dataDir, 'old.sqlite'), file);
      const interrupted = kyselyOf(database)
        .transaction()
        .execute(async (transaction) => {
          await sql`insert into notes values ('lost')`.execute(transaction);
          await rename(file, join(place.config.dataDir, 'old.sqlite'));
        });
      await expect(interrupted).rejects.toMatchObject({ code: 'database.unavailable' });
      await rename(join(place.config.dataDir, 'old.sqlite'), file);
      expect(await countNotes(database)).toBe(1);
    });
  });

  it('names an unwritable file as the reason of a failed statement', () => {
    const file = join(place.config.dataDir, 'errata.sqlite');
    const readOnly = new SqliteDatabase(file, { readOnly: true });
    let fault: unknown;
    try {
      readOnly.exec(`insert into notes values ('a')`);
    } catch (error) {
      fault = toSqliteFault(error, file);
    }
    readOnly.close();
    expect(fault).toMatchObject({
      code: 'database.unavailable',
      message: expect.stringContaining('it cannot be written'),
    });
  });
});
