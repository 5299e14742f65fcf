import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, it } from '@jest/globals';
import { createStores, openDatabase } from '#product';
import type { DatabaseConfig, DatabaseKind } from '#persistence';
import type { Stores } from '#product';
import { createTestDatabase } from '#persistence/testing';
import { NO_BOUNDS } from '../../../scripts/support/no-bounds.mjs';
import { eventually } from '../../../test/support/eventually.ts';
import { declaredItems } from '../src/product-items.ts';
import { describeBackup } from '../src/backup/describe-backup.ts';
import { makeBackup } from '../src/backup/make-backup.ts';
import { restoreBackup } from '../src/backup/restore-backup.ts';
import { createEnvelope, createEventId } from './support/envelopes.ts';
import { runCommand } from './support/operator-command.ts';
import { RelayProcess } from './support/relay-process.ts';
import { ReportStream } from './support/report-stream.ts';
import { startRelay as startRelayInPlace } from './support/started-relay.ts';
import { createTemporaryFolder } from './support/temporary-folder.ts';
import { UpstreamDouble } from './support/upstream-double.ts';

/** Intake accepts this JSON, but processing refuses its depth. */
const BAD_EVENT = `{"type":"event"}\n{"a":${'['.repeat(70)}${']'.repeat(70)}}\n`;
const KEY = 'backupspec';
const cleanUp: (() => Promise<void>)[] = [];

afterEach(async () => {
  for (const work of cleanUp.splice(0).toReversed()) await work();
});

interface Installation {
  readonly config: DatabaseConfig;
  readonly env: Record<string, string>;
}

async function createInstallation(
  kind: DatabaseKind,
  more: Record<string, string> = {},
): Promise<Installation> {
  const { config, remove } = await createTestDatabase(kind);
  cleanUp.push(remove);
  const { dataDir, databaseUrl } = config;
  return {
    config,
    env: {
      DATA_DIR: dataDir,
      ERRATA_PROJECTS: `app=1:${KEY}`,
      MONITORING_DSN: 'off',
      ...(databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl }),
      ...more,
    },
  };
}

function startRelay({ config, env }: Installation): Promise<RelayProcess> {
  return RelayProcess.start({ dataDir: config.dataDir, env });
}

const addressOf = ({ url }: { readonly url: string }): string =>
  `${url}/api/1/envelope/?sentry_key=${KEY}`;

async function send(relay: { readonly url: string }, body: string): Promise<void> {
  const answer = await fetch(addressOf(relay), { method: 'POST', body });
  expect(answer.status).toBe(200);
}

async function read<Result>(
  { config }: Installation,
  work: (stores: Stores) => Promise<Result>,
): Promise<Result> {
  const database = openDatabase(config);
  try {
    return await work(createStores(database));
  } finally {
    await database.close();
  }
}

async function readFailed({ config }: Installation): Promise<string[]> {
  const secret = readFileSync(join(config.dataDir, 'secret'), 'utf8').trim();
  const database = openDatabase(config);
  try {
    const { failedReports } = createStores(database, { secret });
    const reports = await failedReports.list({ limit: 9 });
    return await Promise.all(
      reports.map(async ({ id }) => String(await failedReports.readBody(id))),
    );
  } finally {
    await database.close();
  }
}

interface Reads {
  readonly issues: unknown;
  readonly events: number;
  readonly stored: readonly string[];
  readonly outcomes: readonly string[];
}

function readAll(installation: Installation, eventIds: readonly string[] = []): Promise<Reads> {
  return read(installation, async (stores) => {
    const issues = await stores.issues.list({ limit: 100 });
    const day = { fromMs: Date.now() - 24 * 3_600_000, toMs: Date.now() };
    const sums = await stores.outcomes.sum({ projectIds: [1], per: 'hour', ...day });
    const stored: string[] = [];
    for (const eventId of eventIds) {
      if (await stores.events.find(issues[0]!.id, eventId)) stored.push(eventId);
    }
    return {
      issues,
      events: issues.reduce((sum, { events }) => sum + events, 0),
      stored,
      outcomes: sums
        .map(({ outcome, kind, quantity }) => `${outcome} ${kind} ${quantity}`)
        .toSorted(),
    };
  });
}

function nameBackup(): string {
  return join(createTemporaryFolder(), 'backup');
}

function toAttachment(text: string): string {
  const header = { type: 'attachment', filename: 'a.txt', length: text.length };
  return `\n${JSON.stringify(header)}\n${text}\n`;
}

const AT_LEAST = 60;

it('a backup of a relay that only forwards restores to one that sends, without a database', async () => {
  const upstream = await new UpstreamDouble().open();
  upstream.answer = () => ({ status: 503 });
  const only = {
    RELAY_MODE: 'forward',
    DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none',
    UPSTREAM_DSN: upstream.dsn,
  };
  const [first, second] = [
    await createInstallation('sqlite', only),
    await createInstallation('sqlite', only),
  ];
  const relay = await startRelayInPlace(first.env);
  const eventIds = Array.from({ length: 5 }, createEventId);
  for (const eventId of eventIds) await send(relay, createEnvelope({ eventId }));
  const folder = nameBackup();
  const done = { code: 0, errors: '' };
  expect(await runCommand(['backup', folder], first.env)).toMatchObject(done);
  await relay.close();
  expect(await runCommand(['restore', folder], second.env)).toMatchObject(done);
  upstream.answer = () => ({});
  const restored = await startRelayInPlace(second.env);
  await eventually('nothing owed', () => restored.spool.forwards.amount.reports === 0);
  expect(upstream.eventIds).toEqual(eventIds);
  expect(readdirSync(second.config.dataDir)).not.toContain('errata.sqlite');
});

it('a backup taken under load restores every report acknowledged before, and its forward, each once', async () => {
  const upstream = await new UpstreamDouble().open();
  upstream.answer = () => ({ status: 503 });
  const forwarding = { UPSTREAM_DSN: upstream.dsn };
  const first = await createInstallation('postgres', forwarding);
  const second = await createInstallation('postgres', forwarding);
  const relay = await startRelay(first);
  const url = addressOf(relay);
  const stream = new ReportStream({ url, senders: 4, eventBytes: 20_000, mostPauseMs: 40 });
  await eventually('reports', () => stream.acknowledged.length >= AT_LEAST);
  const acknowledged = [...stream.acknowledged];
  const folder = nameBackup();
  const backup = await runCommand(['backup', folder], first.env);
  expect(backup).toMatchObject({ code: 0, errors: '' });
  expect(backup.output).toContain(`Backed up into ${folder}.`);
  const during = stream.acknowledged.length;
  await eventually('more reports', () => stream.acknowledged.length > during);
  await stream.stop();
  expect(stream.failures).toEqual([]);
  await relay.kill();

  expect(await runCommand(['restore', folder], second.env)).toMatchObject({ code: 0, errors: '' });
  upstream.answer = () => ({});
  const restored = await startRelayInPlace({ ...NO_BOUNDS, ...second.env });
  await restored.drained();
  await eventually('nothing owed', () => restored.spool.forwards.amount.reports === 0);
  const arrived = new Set(upstream.eventIds);
  expect(acknowledged.filter((id) => !arrived.has(id))).toEqual([]);
  const reads = await readAll(second, acknowledged);
  expect(reads.stored).toEqual(acknowledged);
  expect(reads.outcomes).toEqual([`stored error ${reads.events}`]);
});

it('a backup restores waiting reports, failed reports and large attachments', async () => {
  const first = await createInstallation('sqlite');
  const relay = await startRelayInPlace(first.env);
  for (let sent = 0; sent < 3; sent += 1) await send(relay, createEnvelope());
  await send(relay, `{}\n${BAD_EVENT}`);
  await relay.drained();
  await eventually('it to fail', async () => (await readFailed(first)).length === 1);
  await relay.close();
  const attachment = 'x'.repeat(3_000_000);
  const eventId = createEventId();
  const waiting = await startRelayInPlace(first.env, { product: { modules: [], declaredItems } });
  await send(waiting, createEnvelope({ eventId }) + toAttachment(attachment));
  const folder = nameBackup();
  const source = { ...first.config, hasDatabase: true, version: '1.2.3' };
  const manifest = await makeBackup(source, folder);
  expect(describeBackup(manifest, false).join()).toContain('1 reports wait to be processed');
  await waiting.close();
  const second = await createInstallation('sqlite');
  await restoreBackup(second.config, folder);
  for (const { env } of [first, second]) {
    const again = await startRelayInPlace(env);
    await again.drained();
    await again.close();
  }
  expect(await readAll(second, [eventId])).toEqual(await readAll(first, [eventId]));
  expect((await readAll(second, [eventId])).stored).toEqual([eventId]);
  expect(await readFailed(second)).toEqual([`{}\n${BAD_EVENT}`]);
  const bytes = (installation: Installation) =>
    read(installation, async ({ attachments }) => (await attachments.list(1, eventId))[0]?.bytes);
  expect(await bytes(second)).toBe(attachment.length);
});
