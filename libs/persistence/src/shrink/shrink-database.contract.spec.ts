import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { SqliteDatabase } from '#sqlite';
import { sql } from 'kysely';
import type { Database } from '../database.ts';
import { ownSchema } from '#product';
import { createGroupedEvent, createReport, onEachDatabase } from '#product/testing';
import { kyselyOf } from '../testing/kysely-of.ts';
import { shrinkDatabase } from './shrink-database.ts';

/**
 * PostgreSQL does not remove deleted rows while sessions of other databases, such as those of other
 * specs, may still see them.
 */
const MOST_BYTES_AFTER = { sqlite: 2_000_000, postgres: Infinity };

async function identify(database: Database): Promise<unknown> {
  const { rows } = await sql`select ${
    database.kind === 'sqlite'
      ? sql`page_count from pragma_page_count`
      : sql`pg_relation_filenode('event_payloads') as file`
  }`.execute(kyselyOf(database));
  return rows;
}

onEachDatabase('shrinkDatabase', ({ kind, openFresh }) => {
  it('refuses while a process uses the database, and shrinks it once that has stopped', async () => {
    const { database, stores, config, openAgain } = await openFresh();
    await stores.projects.ensure([{ slug: 'app', id: 1 }]);
    const events = Array.from({ length: 100 }, () => {
      const event = createGroupedEvent();
      return { ...event, payload: { ...event.payload, body: Buffer.alloc(50_000, 1) } };
    });
    await stores.reports.record([createReport(1, events)]);
    await kyselyOf(database).deleteFrom('events').execute();
    await expect(shrinkDatabase(config, ownSchema)).rejects.toThrow('stop Errata first');
    const before = await identify(database);
    await database.close();
    const { beforeBytes, afterBytes } = await shrinkDatabase(config, ownSchema);
    expect(beforeBytes).toBeGreaterThan(5_000_000);
    expect(afterBytes).toBeLessThanOrEqual(MOST_BYTES_AFTER[kind]);
    const again = openAgain();
    expect(await identify(again.database)).not.toEqual(before);
    expect(await again.stores.issues.find(1)).toMatchObject({ events: 100 });
    const space = await again.stores.space.measure(0);
    expect(space.bytes / afterBytes).toBeCloseTo(1, 1);
  });

  if (kind === 'sqlite') {
    it('enables a file to give space back that never could before', async () => {
      const { database, config, openAgain } = await openFresh();
      await database.ping();
      await database.close();
      const db = new SqliteDatabase(join(config.dataDir, 'errata.sqlite'));
      db.exec('PRAGMA journal_mode = DELETE; PRAGMA auto_vacuum = NONE; VACUUM');
      db.close();
      const before = openAgain();
      expect(await before.stores.space.measure(0)).toMatchObject({ canGiveBack: false });
      expect(await before.stores.space.giveBack()).toBe(false);
      await before.database.close();
      await shrinkDatabase(config, ownSchema);
      expect(await openAgain().stores.space.measure(0)).toMatchObject({ canGiveBack: true });
    });
  }
});
