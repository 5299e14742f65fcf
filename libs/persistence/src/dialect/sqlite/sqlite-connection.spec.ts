import { rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { SqliteDatabase } from '#sqlite';
import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../../database.ts';
import { openDatabase } from '#product';
import { kyselyOf } from '../../testing/kysely-of.ts';
import { createTestDatabase } from '../../testing/test-database.ts';
import type { TestDatabase } from '../../testing/test-database.ts';
import { toSqliteFault } from './sqlite-faults.ts';

const unavailable = (text: string) => ({
  code: 'database.unavailable',
  message: expect.stringContaining(text),
});

type Transaction = Parameters<RawBuilder<unknown>['execute']>[0];

const transact = <Result>(of: Database, work: (transaction: Transaction) => Promise<Result>) =>
  kyselyOf(of).transaction().execute(work);

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

  const locate = (name = 'errata.sqlite'): string => join(place.config.dataDir, name);
  const insert = (text: string) => sql`insert into notes values (${text})`;
  const run = (statement: RawBuilder<unknown>) => statement.execute(kyselyOf(database));
  const write = (text: string) =>
    transact(database, (transaction) => insert(text).execute(transaction));

  const countNotes = async (from: Database) => {
    const { rows } = await sql<{ n: number }>`select count(*) n from notes`.execute(kyselyOf(from));
    return rows[0]?.n;
  };

  it('takes turns with the transaction of another connection, and both read and write', async () => {
    const readThenWrite = (of: Database, text: string) =>
      transact(of, async (transaction) => {
        const { rows } = await sql`select * from notes`.execute(transaction);
        await new Promise((resolve) => setImmediate(resolve));
        await insert(`${text} after ${rows.length}`).execute(transaction);
      });
    await Promise.all([readThenWrite(database, 'one'), readThenWrite(other, 'two')]);
    expect(await countNotes(database)).toBe(2);
  });

  it('reads during a transaction of another connection, and sees its rows once committed', async () => {
    await transact(other, async (transaction) => {
      await insert('new').execute(transaction);
      expect(await countNotes(database)).toBe(0);
    });
    expect(await countNotes(database)).toBe(1);
  });

  it('keeps its own outside statements out of a transaction under way', async () => {
    const failing = transact(database, async (transaction) => {
      const outside = run(insert('outside'));
      await insert('inside').execute(transaction);
      return Promise.reject(new Error('no')).finally(() => void outside);
    });
    await expect(failing).rejects.toThrow('no');
    const { rows } = await run(sql`select text from notes`);
    expect(rows).toEqual([{ text: 'outside' }]);
  });

  it('gives each row an object of its own, with all columns in their order', async () => {
    const { rows } = await run(sql`select 1 as b, null as a union all select null, 2.5`);
    const texts = ['{"b":1,"a":null}', '{"b":null,"a":2.5}'];
    expect(rows.map((row) => JSON.stringify(row))).toEqual(texts);
  });

  it('goes on after a statement failed', async () => {
    await run(insert('a'));
    await expect(write('a')).rejects.toMatchObject({ code: 'SQLITE_CONSTRAINT_UNIQUE' });
    await run(insert('b'));
    expect(await countNotes(database)).toBe(2);
  });

  it('is unavailable while the disk is full, and not any more when there is room', async () => {
    const big = 'x'.repeat(100_000);
    await run(sql`pragma max_page_count = 10`);
    await expect(write(big)).rejects.toMatchObject({
      code: 'database.unavailable',
      message: `The database does not answer. SQLite in ${place.config.dataDir}: the disk is full.`,
    });
    await run(sql`pragma max_page_count = 100000`);
    await write(big);
    expect(await countNotes(database)).toBe(1);
  });

  it('is unavailable when its file is gone', async () => {
    await rm(locate());
    jest.spyOn(performance, 'now').mockReturnValue(1e9);
    await expect(database.ping()).rejects.toMatchObject(unavailable('the file is gone'));
  });

  describe('after its file is replaced', () => {
    const replaced = unavailable('the file was replaced while it was open');
    const takeAway = () => rename(locate(), locate('old.sqlite'));
    const putBack = () => rename(locate('old.sqlite'), locate());

    beforeEach(async () => {
      await other.close();
      await write('before');
      const fresh = new SqliteDatabase(locate('fresh.sqlite'));
      fresh.exec('create table notes (text text); create table more (text text)');
      fresh.close();
      await takeAway();
      await rename(locate('fresh.sqlite'), locate());
    });

    it('is unavailable for reads, writes and pings', async () => {
      await expect(write('lost')).rejects.toMatchObject(replaced);
      await expect(countNotes(database)).rejects.toMatchObject(replaced);
      await expect(database.ping()).rejects.toMatchObject(replaced);
    });

    it.each([
      ['writes at once', 99, sql`update notes set text = 'lost' returning text`],
      ['reads within 100 ms', 100, sql`select 1`],
    ])('is unavailable for %s', async (_, afterMs, statement) => {
      const now = jest.spyOn(performance, 'now').mockReturnValue(1e9);
      await putBack();
      await countNotes(database);
      await takeAway();
      now.mockReturnValue(1e9 + 99);
      expect(await countNotes(database)).toBe(1);
      now.mockReturnValue(1e9 + afterMs);
      await expect(run(statement)).rejects.toMatchObject({ code: 'database.unavailable' });
    });

    it('leaves both files usable, the old one with all committed rows', async () => {
      await expect(write('lost')).rejects.toMatchObject(replaced);
      await database.close();
      const again = openDatabase(place.config);
      await sql`select * from more`.execute(kyselyOf(again));
      expect(await countNotes(again)).toBe(0);
      await again.close();
      const old = new SqliteDatabase(locate('old.sqlite'), { readOnly: true });
      expect(old.prepare('select text from notes').pluck().all()).toEqual(['before']);
      old.close();
    });

    it('works again when the old file is put back', async () => {
      await expect(write('lost')).rejects.toMatchObject(replaced);
      await putBack();
      await write('after');
      expect(await countNotes(database)).toBe(2);
    });

    it('rolls back a transaction under way', async () => {
      await putBack();
      const interrupted = transact(database, async (transaction) => {
        await insert('lost').execute(transaction);
        await takeAway();
      });
      await expect(interrupted).rejects.toMatchObject({ code: 'database.unavailable' });
      await putBack();
      expect(await countNotes(database)).toBe(1);
    });
  });

  it('names an unwritable file as the reason of a failed statement', () => {
    const readOnly = new SqliteDatabase(locate(), { readOnly: true });
    let fault: unknown;
    try {
      readOnly.exec(`insert into notes values ('a')`);
    } catch (error) {
      fault = toSqliteFault(error, locate());
    }
    readOnly.close();
    expect(fault).toMatchObject(unavailable('it cannot be written'));
  });
});
