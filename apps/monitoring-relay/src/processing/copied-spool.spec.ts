import { cpSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { createStores, openDatabase } from '#product';
import type { Database } from '#persistence';
import type { Stores } from '#product';
import type { OutcomeCount } from '#shared';
import { ClockDouble, NoPause } from '#telemetry/testing';
import { silenceLog } from '../../test/support/silence-log.ts';
import { Processor } from './processor.ts';
import type { SpoolFile } from '../spool/file/spool-file.ts';
import type { SqliteSpool } from '../spool/sqlite-spool.ts';
import { FaultLog } from '../../test/support/doubles.ts';
import { defaultRules } from '../../test/support/default-rules.ts';
import { createEnvelope, createEventId } from '../../test/support/envelopes.ts';
import { createIncomingReport } from '../../test/support/incoming-report.ts';
import { openSpool } from '../../test/support/opened-spool.ts';
import { putDatabase } from '../../test/support/put-database.ts';
import { readFailures } from '../../test/support/stored-failures.ts';
import { readOutcomes } from '../../test/support/stored-outcomes.ts';
import { tallyInto } from '../../test/support/tally-into.ts';
import { createTemporaryFolder } from '../../test/support/temporary-folder.ts';
import { types } from '../../test/support/item-types.ts';

silenceLog();

const NOON_MS = Date.UTC(2026, 0, 5, 12);
const BAD_EVENT = '\n{"type":"event"}\n{"a":nope}\n';
const EVERYTHING = [
  '1 abc failed/unreadable error 2',
  '1 abc filtered/kind attachment 5',
  '1 abc filtered/kind session 2',
  '1 abc stored/taken error 2',
];

let folder: string;
let database: Database;
let stores: Stores;
const fileOf = new Map<SqliteSpool, SpoolFile>();

beforeEach(async () => {
  folder = createTemporaryFolder();
  await putDatabase(folder);
  database = openDatabase({ dataDir: folder });
  stores = createStores(database, { secret: 'a secret of thirty-two characters' });
  await stores.projects.ensure([{ slug: 'app', id: 1 }]);
});

afterEach(async () => {
  for (const file of fileOf.values()) file.close();
  fileOf.clear();
  await database.close();
});

function open(name: string): SqliteSpool {
  mkdirSync(join(folder, name), { recursive: true });
  const { file, spool } = openSpool(join(folder, name), {}, name);
  fileOf.set(spool, file);
  return spool;
}

/** Copies the spool's files as a killed relay would leave them, and opens the copy. */
function openAsKilled(name: string, as: string): SqliteSpool {
  cpSync(join(folder, name), join(folder, as), { recursive: true });
  return open(as);
}

function createProcessor(spool: SqliteSpool): Processor {
  return new Processor({
    queue: spool,
    stores,
    types,
    faults: new FaultLog(),
    pause: new NoPause(),
    clock: new ClockDouble(),
    rules: defaultRules(),
  });
}

async function processAll(spool: SqliteSpool, { forget = true } = {}): Promise<void> {
  for (let round = 0; round < 3; round += 1) {
    await spool.queueTallies();
    // Each processor claims from where the previous one stopped.
    const processor = createProcessor(spool);
    await processor.finish();
    if (forget) await processor.forgetSettled();
  }
}

const attachments: OutcomeCount = {
  projectId: 1,
  publicKey: 'abc',
  outcome: 'filtered',
  reason: 'kind',
  kind: 'attachment',
  atMs: NOON_MS,
  quantity: 5,
};

async function takeSome(spool: SqliteSpool): Promise<void> {
  const append = (body: string, contents: object) =>
    spool.append({
      ...createIncomingReport({ eventId: createEventId(), receivedAtMs: NOON_MS }),
      body: Buffer.from(body),
      contents: { kept: {}, filtered: { session: 1 }, ...contents },
    });
  await append(createEnvelope(), { kept: { error: 1 }, filtered: {} });
  await append(createEnvelope() + BAD_EVENT, { kept: { error: 2 } });
  await append(`{}${BAD_EVENT}`, { kept: { error: 1 } });
  await tallyInto(fileOf.get(spool)!, [attachments]);
}

async function take(spool: SqliteSpool, reports: number): Promise<void> {
  for (let count = 0; count < reports; count += 1) {
    const eventId = createEventId();
    const body = Buffer.from(createEnvelope({ eventId }));
    await spool.append(createIncomingReport({ eventId, receivedAtMs: NOON_MS, body }));
  }
}

async function countEvents(): Promise<number> {
  const issues = await stores.issues.list({ limit: 10 });
  return issues.reduce((sum, { events }) => sum + events, 0);
}

const listCounted = (): string[] => readOutcomes(folder).lines;

describe('outcomes', () => {
  it.each([
    ['recorded and not settled', 'settle', 'recorded'],
    ['recorded, partly stored as failed, and not settled', 'settle', 'kept_aside'],
    ['claimed', 'claim', undefined],
  ] as const)(
    'count once when the relay is killed with reports that are %s',
    async (_, step, as) => {
      const spool = open('spool');
      await takeSome(spool);
      await spool.queueTallies();
      const killed = new Promise<void>((resolve) => {
        const { [step]: run } = spool;
        const stopHere = async (...given: unknown[]): Promise<unknown> => {
          const go = (): unknown => (run as (...all: unknown[]) => unknown).apply(spool, given);
          if (as !== undefined && given[1] !== as) return go();
          if (step === 'claim') await go();
          resolve();
          return new Promise(() => undefined);
        };
        Object.assign(spool, { [step]: stopHere });
      });
      void createProcessor(spool).finish();
      await killed;
      const next = openAsKilled('spool', 'next');
      await processAll(next);
      expect(listCounted()).toEqual(EVERYTHING);
      expect(readFailures(folder)).toHaveLength(2);
      expect(next.queuedReports).toBe(0);
    },
  );

  it('count once when the relay is killed before its tallies are queued', async () => {
    const spool = open('spool');
    await takeSome(spool);
    await processAll(openAsKilled('spool', 'next'));
    expect(listCounted()).toEqual(EVERYTHING);
  });

  it('count once when they were recorded, but not yet forgotten by the spool', async () => {
    const spool = open('spool');
    await takeSome(spool);
    await spool.queueTallies();
    const before = openAsKilled('spool', 'before');
    await createProcessor(before).finish();
    const again = openAsKilled('before', 'again');
    await processAll(again);
    await processAll(openAsKilled('again', 'end'));
    expect(listCounted()).toEqual(EVERYTHING);
  });

  it('count once over copies of a closed spool', async () => {
    const spool = open('spool');
    await take(spool, 1);
    await tallyInto(fileOf.get(spool)!, [attachments]);
    await spool.close();
    for (const name of ['one', 'two']) {
      const copied = openAsKilled('spool', name);
      if (name === 'two') await take(copied, 1);
      // The database must remember the reports in order to recognise them in the copies.
      await processAll(copied, { forget: false });
    }
    expect(listCounted()).toEqual([
      '1 abc filtered/kind attachment 5',
      '1 abc stored/taken error 2',
    ]);
  });
});

describe('a copied spool', () => {
  it('loses no report that it or its copy takes afterwards', async () => {
    const original = open('original');
    await take(original, 2);
    await original.close();
    const copied = openAsKilled('original', 'copied');
    const again = open('original');
    await take(again, 3);
    await processAll(again, { forget: false });
    await take(copied, 5);
    await processAll(copied, { forget: false });
    // Two reports are in both spools, three more in one, and five more in the other.
    expect(await countEvents()).toBe(10);
  });

  it('has each report counted once, however often it is processed again', async () => {
    const spool = open('spool');
    await take(spool, 3);
    await spool.close();
    for (const name of ['one', 'two', 'three']) {
      const again = openAsKilled('spool', name);
      await processAll(again, { forget: name === 'two' });
      await again.close();
    }
    expect(await countEvents()).toBe(3);
  });
});
