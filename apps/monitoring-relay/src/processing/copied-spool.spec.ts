import { cpSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { createStores, openDatabase } from '#product';
import type { Database } from '#persistence';
import type { Stores } from '#product';
import { ClockDouble, NoPause } from '#telemetry/testing';
import { silenceLog } from '../../test/support/silence-log.ts';
import { Processor } from './processor.ts';
import { SpoolFile } from '../spool/file/spool-file.ts';
import { SqliteSpool } from '../spool/sqlite-spool.ts';
import { FaultLog } from '../../test/support/doubles.ts';
import { defaultRules } from '../../test/support/default-rules.ts';
import { createEnvelope, createEventId } from '../../test/support/envelopes.ts';
import { createIncomingReport } from '../../test/support/incoming-report.ts';
import { putDatabase } from '../../test/support/put-database.ts';
import { createTemporaryFolder } from '../../test/support/temporary-folder.ts';

silenceLog();

let folder: string;
let database: Database;
let stores: Stores;
const open: SpoolFile[] = [];

beforeEach(async () => {
  folder = createTemporaryFolder();
  await putDatabase(folder);
  database = openDatabase({ dataDir: folder });
  stores = createStores(database);
  await stores.projects.ensure([{ slug: 'app', id: 1 }]);
});

afterEach(async () => {
  for (const file of open.splice(0)) file.close();
  await database.close();
});

const pathOf = (name: string): string => join(folder, name, 'spool.sqlite');

async function take(name: string, reports: number): Promise<SqliteSpool> {
  mkdirSync(join(folder, name), { recursive: true });
  const opening = SpoolFile.open(pathOf(name), name);
  if (!opening.ok) throw new Error(opening.reason);
  open.push(opening.file);
  const spool = new SqliteSpool(opening.file);
  for (let count = 0; count < reports; count += 1) {
    const eventId = createEventId();
    const body = Buffer.from(createEnvelope({ eventId }));
    await spool.append(createIncomingReport({ eventId, receivedAtMs: Date.now(), body }));
  }
  return spool;
}

async function close(spool: SqliteSpool): Promise<void> {
  open.splice(0);
  await spool.close();
}

function copy(from: string, to: string): void {
  rmSync(join(folder, to), { recursive: true, force: true });
  cpSync(join(folder, from), join(folder, to), { recursive: true });
}

async function processAll(spool: SqliteSpool, { forget = false } = {}): Promise<void> {
  const faults = new FaultLog();
  const processor = new Processor({
    queue: spool,
    stores,
    faults,
    pause: new NoPause(),
    clock: new ClockDouble(),
    rules: defaultRules(),
  });
  await processor.finish();
  if (forget) await processor.forgetSettled();
}

async function countEvents(): Promise<number> {
  const issues = await stores.issues.list({ limit: 10 });
  return issues.reduce((sum, { events }) => sum + events, 0);
}

describe('a copied spool', () => {
  it('loses no report that it or its copy takes afterwards', async () => {
    await close(await take('original', 2));
    copy('original', 'copied');
    const original = await take('original', 3);
    await processAll(original);
    await close(original);
    const copied = await take('copied', 5);
    await processAll(copied);
    // Two reports are in both spools, three more in one, and five more in the other.
    expect(await countEvents()).toBe(10);
  });

  it('has each report counted once, however often it is processed again', async () => {
    await close(await take('spool', 3));
    for (const name of ['one', 'two', 'three']) {
      copy('spool', name);
      const again = await take(name, 0);
      await processAll(again, { forget: name === 'two' });
      await close(again);
    }
    expect(await countEvents()).toBe(3);
  });
});
