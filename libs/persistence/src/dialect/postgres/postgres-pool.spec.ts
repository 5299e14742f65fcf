import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { type Kysely, sql } from 'kysely';
import { ErrataError } from '#shared';
import type { Database } from '../../database.ts';
import { openDatabase } from '#product';
import { eventually } from '../../../../../test/support/eventually.ts';
import type { KyselyDatabase } from '../../kysely-database.ts';
import type { Schema } from '../../schema.ts';
import { kyselyOf } from '../../testing/kysely-of.ts';
import { UnknownCommit } from '../../unknown-commit.ts';
import { untilAnybodyWaits } from '../../testing/lock-waits.ts';
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

  const selectOthers = async (what: string) => {
    const administrator = openDatabase(place.config);
    const { rows } = await sql`
      select ${sql.raw(what)} from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`.execute(
      kyselyOf(administrator),
    );
    await administrator.close();
    return rows;
  };

  const terminateOthers = () => selectOthers('pg_terminate_backend(pid)');

  it('read int8 as a number', async () => {
    const { rows } = await sql`select 1767614400000::bigint as ms`.execute(kyselyOf(database));
    expect(rows).toEqual([{ ms: 1_767_614_400_000 }]);
  });

  it.each([
    ['jit', 'off'],
    ['idle_in_transaction_session_timeout', '1min'],
    ['tcp_keepalives_idle', '30'],
    ['tcp_keepalives_interval', '10'],
    ['tcp_keepalives_count', '3'],
  ])('have the setting %s = %s', async (name, setting) => {
    const { rows } = await sql`show ${sql.ref(name)}`.execute(kyselyOf(database));
    expect(rows).toEqual([{ [name]: setting }]);
  });

  it('rewrite a day for longer than other statements may take', async () => {
    const hurried = openDatabase(withParameters('statement_timeout=200')) as KyselyDatabase;
    const create = (day: Kysely<Schema>) =>
      day.schema.createTable('log_names').addColumn('name', 'text').execute();
    const tables = [{ name: 'log_names' as keyof Schema, create }];
    const days = hurried.openDays({ folder: 'logs', prefix: 'log_', tables });
    await days.write('2026-01-05', async () => {});
    let given: Promise<boolean> | undefined;
    const db = kyselyOf(database);
    await db.transaction().execute(async (holder) => {
      await sql`lock table log_names_2026_01_05`.execute(holder);
      given = days.giveBack('2026-01-05');
      await untilAnybodyWaits(db);
      await sql`select pg_sleep(0.5)`.execute(holder);
    });
    await expect(given).resolves.toBe(false);
    await hurried.close();
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

  it.each(['by an administrator', 'because nothing comes'])(
    'are unavailable for one transaction when the server ends them within it %s',
    async (why) => {
      const transaction = kyselyOf(database)
        .transaction()
        .execute(async (running) => {
          const idleMs = why === 'because nothing comes' ? 1 : 0;
          await sql`set local idle_in_transaction_session_timeout = ${sql.lit(idleMs)}`.execute(
            running,
          );
          if (idleMs === 0) await terminateOthers();
          await eventually('an end', async () => (await selectOthers('pid')).length === 0);
          await sql`select 1`.execute(running);
        });
      await expect(transaction).rejects.toMatchObject({ code: 'database.unavailable' });
      await expect(database.ping()).resolves.toBeUndefined();
    },
  );

  it('tell that a commit may have taken effect, when they are lost before its answer', async () => {
    const transaction = kyselyOf(database)
      .transaction()
      .execute(() => terminateOthers());
    await expect(transaction).rejects.toThrow(UnknownCommit);
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
