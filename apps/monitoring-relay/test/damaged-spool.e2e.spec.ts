import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import request from 'supertest';
import { eventually } from '../../../test/support/eventually.ts';
import type { SpoolFile } from '../src/spool/file/spool-file.ts';
import { damageRootPage } from './support/damage.ts';
import { createEnvelope, createEventId } from './support/envelopes.ts';
import { RelayProcess } from './support/relay-process.ts';
import { startRelay } from './support/started-relay.ts';
import { readStoredEvents } from './support/stored-events.ts';
import { createTemporaryFolder } from './support/temporary-folder.ts';

/** Damages the table's root page on disk, and drops SQLite's copies of that page. */
function damageRootOf(table: string, { db }: SpoolFile): void {
  const find = db.prepare('SELECT rootpage FROM sqlite_schema WHERE name = ?').pluck();
  const page = find.get(table) as number;
  db.pragma('wal_checkpoint(TRUNCATE)');
  db.pragma('shrink_memory');
  damageRootPage(page, db.name);
}

it('a relay refuses reports when its spool is damaged, and takes them after its next start', async () => {
  const dataDir = createTemporaryFolder();
  // Without modules nothing is processed, so reports stay in the spool.
  const relay = await startRelay({ DATA_DIR: dataDir }, { product: { modules: [] } });
  await relay.send().expect(200);
  const { watch } = relay.parts.spoolFile;
  const over = new Promise((resolve) => watch.onOver(resolve));
  damageRootOf('origins', relay.parts.spoolFile);
  await expect((async () => relay.spool.listSettled())()).rejects.toMatchObject({
    code: 'SQLITE_CORRUPT',
  });
  await over;
  const refused = await relay.send().expect(503);
  expect(refused.headers['retry-after']).toMatch(/^\d+$/);
  await request(relay.url).get('/health/ready').expect(503);
  await relay.close();
  const next = await startRelay({ DATA_DIR: dataDir });
  const eventId = createEventId();
  await next.send(createEnvelope({ eventId })).expect(200);
  await next.drained();
  expect(readStoredEvents(dataDir).ids).toEqual([eventId]);
  const [place] = readdirSync(join(dataDir, 'damaged'));
  expect(readdirSync(join(dataDir, 'damaged', place!, 'spool', 'segments'))).toEqual(['1']);
});

it('a relay restarts when its spool is removed while it runs, and takes reports', async () => {
  const dataDir = createTemporaryFolder();
  const relay = await RelayProcess.start({ dataDir, isSupervised: true });
  const root = join(dataDir, 'spool');
  const [removed] = readdirSync(root);
  rmSync(join(root, removed!), { recursive: true });
  await eventually('another spool', () => readdirSync(root).some((name) => name !== removed));
  await relay.ready();
  expect((await relay.send()).status).toBe(200);
  expect(relay.printed).toContain(`Files of spool ${removed} are gone`);
  expect(relay.printed).toContain('starting it again');
  expect(await relay.terminate()).toBe(0);
});
