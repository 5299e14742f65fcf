import { cpSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { createStores, openDatabase } from '#product';
import type { Database } from '#persistence';
import type { Stores } from '#product';
import type { OutcomeCount } from '#shared';
import { ClockDouble, NoPause } from '#telemetry/testing';
import { silenceLog } from './support/silence-log.ts';
import { Processor } from '../src/processing/processor.ts';
import { SpoolFile } from '../src/spool/file/spool-file.ts';
import { SqliteSpool } from '../src/spool/sqlite-spool.ts';
import { FaultLog } from './support/doubles.ts';
import { defaultRules } from './support/default-rules.ts';
import { createEnvelope, createEventId } from './support/envelopes.ts';
import { createIncomingReport } from './support/incoming-report.ts';
import { putDatabase } from './support/put-database.ts';
import { readFailures } from './support/stored-failures.ts';
import { readOutcomes } from './support/stored-outcomes.ts';
import { tallyInto } from './support/tally-into.ts';
import { createTemporaryFolder } from './support/temporary-folder.ts';

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
const open: SpoolFile[] = [];
let fileOf: Map<SqliteSpool, SpoolFile>;

beforeEach(async () => {
  folder = createTemporaryFolder();
  fileOf = new Map();
  await putDatabase(folder);
  database = openDatabase({ dataDir: folder });
  stores = createStores(database, { secret: 'a secret of thirty-two characters' });
  await stores.projects.ensure([{ slug: 'app', id: 1 }]);
});

afterEach(async () => {
  for (const file of open.splice(0)) file.close();
  await database.close();
});

const pathOf = (name: string): string => join(folder, name, 'spool.sqlite');

function openSpool(name: string): SqliteSpool {
  mkdirSync(join(folder, name), { recursive: true });
  const opening = SpoolFile.open(pathOf(name), name);
  if (!opening.ok) throw new Error(opening.reason);
  open.push(opening.file);
  const spool = new SqliteSpool(opening.file);
  fileOf.set(spool, opening.file);
  return spool;
}

/** Copies the spool's files as a killed relay would leave them, and opens the copy. */
function openAsKilled(name: string, as: string): SqliteSpool {
  cpSync(join(folder, name), join(folder, as), { recursive: true });
  return openSpool(as);
}

function createProcessor(spool: SqliteSpool): Processor {
  return new Processor({
    queue: spool,
    stores,
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

const listCounted = (): string[] => readOutcomes(folder).lines;

describe('outcomes', () => {
  it.each([
    ['recorded and not settled', 'settle', 'recorded'],
    ['recorded, partly stored as failed, and not settled', 'settle', 'kept_aside'],
    ['claimed', 'claim', undefined],
  ] as const)(
    'count once when the relay is killed with reports that are %s',
    async (_, step, as) => {
      const spool = openSpool('spool');
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
    const spool = openSpool('spool');
    await takeSome(spool);
    await processAll(openAsKilled('spool', 'next'));
    expect(listCounted()).toEqual(EVERYTHING);
  });

  it('count once when they were recorded, but not yet forgotten by the spool', async () => {
    const spool = openSpool('spool');
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
    const append = (to: SqliteSpool) =>
      to.append(
        createIncomingReport({ body: Buffer.from(createEnvelope()), receivedAtMs: NOON_MS }),
      );
    const spool = openSpool('spool');
    await append(spool);
    await tallyInto(fileOf.get(spool)!, [attachments]);
    open.splice(0);
    await spool.close();
    for (const name of ['one', 'two']) {
      const copied = openAsKilled('spool', name);
      if (name === 'two') await append(copied);
      // The database must remember the reports in order to recognise them in the copies.
      await processAll(copied, { forget: false });
    }
    expect(listCounted()).toEqual([
      '1 abc filtered/kind attachment 5',
      '1 abc stored/taken error 2',
    ]);
  });
});
