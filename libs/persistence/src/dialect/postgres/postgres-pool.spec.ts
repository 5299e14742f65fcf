import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { sql } from 'kysely';
import { ErrataError } from '#shared';
import type { Database } from '../../database.ts';
import { openDatabase } from '#product';
import { kyselyOf } from '../../testing/kysely-of.ts';
import { createTestDatabase } from '../../testing/test-database.ts';
import type { TestDatabase } from '../../testing/test-database.ts';

describe('PostgreSQL connections', () => {
  let place: TestDatabase;
  let database: Database;

  beforeEach(async () => {
    place = await createTestDatabase('postgres');
    database = openDatabase(place.config);
  });

  afterEach(async () => {
    await database.close();
    await place.remove();
  });

  const withParameters = (parameters: string) => ({
    ...place.config,
    databaseUrl: `${place.config.databaseUrl}?${parameters}`,
  });

  const terminateOthers = async () => {
    const administrator = openDatabase(place.config);
    await sql`
      select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`.execute(
      kyselyOf(administrator),
    );
    await administrator.close();
  };

  it('read int8 as a number', async () => {
    const { rows } = await sql`select 1767614400000::bigint as ms`.execute(kyselyOf(database));
    expect(rows).toEqual([{ ms: 1_767_614_400_000 }]);
  });

  it('run queries with JIT compilation off', async () => {
    const { rows } = await sql`show jit`.execute(kyselyOf(database));
    expect(rows).toEqual([{ jit: 'off' }]);
  });

  it('are unavailable where nothing listens', async () => {
    const away = openDatabase({ ...place.config, databaseUrl: 'postgres://errata@127.0.0.1:1/x' });
    const fault = {
      code: 'database.unavailable',
      message: expect.stringContaining('ECONNREFUSED'),
    };
    await expect(away.ping()).rejects.toMatchObject(fault);
    await expect(away.migrate(['platform'])).rejects.toMatchObject(fault);
    await away.close();
  });

  it('are unavailable when the database does not exist', async () => {
    const url = new URL(place.config.databaseUrl ?? '');
    url.pathname = '/nowhere';
    const away = openDatabase({ ...place.config, databaseUrl: url.href });
    await expect(away.ping()).rejects.toMatchObject({
      code: 'database.unavailable',
      message: expect.stringContaining('"nowhere" does not exist'),
    });
    await away.close();
  });

  it('are unavailable when the server ends a statement that takes too long', async () => {
    const hurried = openDatabase(withParameters('statement_timeout=50'));
    await expect(sql`select pg_sleep(60)`.execute(kyselyOf(hurried))).rejects.toMatchObject({
      code: 'database.unavailable',
    });
    await expect(hurried.ping()).resolves.toBeUndefined();
    await hurried.close();
  });

  it('lose one statement at most when the server closes them while they are idle', async () => {
    await database.ping();
    await terminateOthers();
    // The pool may learn of the loss before or after it uses the connection again.
    const [first] = await Promise.allSettled([database.ping()]);
    const fault: unknown = first.status === 'rejected' ? first.reason : undefined;
    expect([undefined, 'database.unavailable']).toContain(
      fault instanceof ErrataError ? fault.code : fault,
    );
    await expect(database.ping()).resolves.toBeUndefined();
  });

  it('are unavailable for one transaction when they are lost within it', async () => {
    const transaction = kyselyOf(database)
      .transaction()
      .execute(async (running) => {
        await sql`select 1`.execute(running);
        await terminateOthers();
        await sql`select 1`.execute(running);
      });
    await expect(transaction).rejects.toMatchObject({ code: 'database.unavailable' });
    await expect(database.ping()).resolves.toBeUndefined();
  });

  const raise = (code: string) =>
    sql`do ${sql.raw(`$$ begin raise exception 'no' using errcode = '${code}'; end $$`)}`.execute(
      kyselyOf(database),
    );

  it.each(['42P01', '42703', '42501', '3F000', 'XX000', '0A000', '53100', '57014', '25006'])(
    'report the database as unavailable on the server error %s',
    async (code) => {
      await expect(raise(code)).rejects.toMatchObject({ code: 'database.unavailable' });
    },
  );

  it.each(['XX001', 'XX002'])(
    'report the database as damaged on the server error %s',
    async (code) => {
      await expect(raise(code)).rejects.toMatchObject({ code: 'database.damaged' });
    },
  );

  it.each(['22012', '22P05', '23505', '54000'])(
    'pass the error %s on unchanged, because the written data caused it',
    async (code) => {
      await expect(raise(code)).rejects.toMatchObject({ code });
    },
  );
});
