import { readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import request from 'supertest';
import { Logger } from '#telemetry/plain';
import { asReader } from '../../../test/support/metrics.ts';
import { OrphanedSpools } from '../src/processing/orphaned-spools.ts';
import { openSpoolFile } from '../src/spool/opening/open-spool.ts';
import { SqliteSpool } from '../src/spool/sqlite-spool.ts';
import { damageRootPage } from './support/damage.ts';
import { createEnvelope, createEventId } from './support/envelopes.ts';
import { createIncomingReport } from './support/incoming-report.ts';
import { PatientPause } from './support/patient-pause.ts';
import { startRelay } from './support/started-relay.ts';
import { readStoredEvents } from './support/stored-events.ts';
import { tallyInto } from './support/tally-into.ts';

const { signal } = new AbortController();

it('a relay processes and counts the reports of an orphaned spool, tells meanwhile that they wait, and releases the spool', async () => {
  // Keeps the relay from opening other spools by itself.
  const relay = await startRelay({}, { pause: new PatientPause() });
  const file = openSpoolFile(relay.dataDir);
  const left = new SqliteSpool(file);
  for (let count = 0; count < 3; count += 1) {
    const eventId = createEventId();
    const body = Buffer.from(createEnvelope({ eventId }));
    await left.append(createIncomingReport({ eventId, receivedAtMs: Date.now(), body }));
  }
  const atMs = Date.now();
  const counted = { projectId: 1, publicKey: 'abc', kind: 'session', quantity: 2 } as const;
  await tallyInto(file, [{ ...counted, outcome: 'filtered', reason: 'kind', atMs }]);
  await left.close();

  const readHealth = async (): Promise<unknown> =>
    (await request(relay.url).get('/health/ready').set(asReader)).body;
  // A run that was stopped has seen the spool, and processed nothing.
  await relay.app.get(OrphanedSpools).run(AbortSignal.abort());
  expect(await readHealth()).toMatchObject({ queue: { depth: 3, oldestMs: expect.any(Number) } });
  await relay.app.get(OrphanedSpools).run(signal);
  await relay.app.get(OrphanedSpools).run(signal);
  expect(await readHealth()).toMatchObject({ queue: { depth: 0, oldestMs: 0 } });

  const { issues, outcomes } = relay.parts.stores;
  const range = { projectId: 1, fromMs: atMs, toMs: Date.now(), per: 'hour' } as const;
  expect(await outcomes.list(range)).toMatchObject([
    { outcome: 'filtered', quantity: 2 },
    { outcome: 'stored', quantity: 3 },
  ]);
  expect(await issues.list({ limit: 10 })).toMatchObject([{ events: 3 }]);
  const again = new SqliteSpool(openSpoolFile(relay.dataDir));
  expect(again.name).toBe(left.name);
  expect(await again.getQueueState(0)).toEqual({ depth: 0, oldestMs: 0 });
  await again.close();
});

it('a relay sets a damaged orphaned spool aside once, and processes it after its repair', async () => {
  const relay = await startRelay();
  const file = openSpoolFile(relay.dataDir);
  const left = new SqliteSpool(file);
  const eventId = createEventId();
  const body = Buffer.from(createEnvelope({ eventId }));
  await left.append(createIncomingReport({ eventId, receivedAtMs: Date.now(), body }));
  const find = "SELECT rootpage FROM sqlite_schema WHERE name = 'reports'";
  const page = file.db.prepare(find).pluck().get() as number;
  await left.close();
  const sound = readFileSync(file.db.name);
  damageRootPage(page, file.db.name);

  const lines: string[] = [];
  Logger.writeTo(({ text }) => void lines.push(text));
  await relay.app.get(OrphanedSpools).run(signal);
  await relay.app.get(OrphanedSpools).run(signal);
  expect(readStoredEvents(relay.dataDir).ids).toEqual([]);
  expect(lines).toEqual([expect.stringContaining(`Spool ${file.name} is damaged and set aside`)]);

  // Puts the folder back, as an operator does after a repair.
  const [place] = readdirSync(join(relay.dataDir, 'damaged'));
  const folder = join(relay.dataDir, 'damaged', place!, 'spool');
  writeFileSync(join(folder, 'spool.sqlite'), sound);
  renameSync(folder, join(relay.dataDir, 'spool', place!));
  await relay.app.get(OrphanedSpools).run(signal);
  expect(readStoredEvents(relay.dataDir).ids).toEqual([eventId]);
});
