import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { SqliteDatabase } from '#sqlite';
import { eventually } from '../../../test/support/eventually.ts';
import { asReader } from '../../../test/support/metrics.ts';
import { runCommand } from './support/operator-command.ts';
import { RelayProcess } from './support/relay-process.ts';
import { ReportStream } from './support/report-stream.ts';
import { readStoredEvents } from './support/stored-events.ts';
import { createTemporaryFolder } from './support/temporary-folder.ts';
import { UpstreamDouble } from './support/upstream-double.ts';

const KEY = 'backupspec';
const AT_LEAST = 200;

let upstream: UpstreamDouble;
let dataDir: string;
let backup: string;

beforeEach(async () => {
  upstream = await new UpstreamDouble().open();
  upstream.answer = () => ({ status: 503 });
  dataDir = join(createTemporaryFolder(), 'data');
  backup = join(createTemporaryFolder(), 'backup');
});

const settings = (mode: Record<string, string>): Record<string, string> => ({
  ERRATA_PROJECTS: `app=1:${KEY}`,
  MONITORING_DSN: 'off',
  UPSTREAM_DSN: upstream.dsn,
  ...mode,
});

function restoreInto(folder: string, env: Record<string, string>) {
  return runCommand(['restore', backup], { ...env, DATA_DIR: folder });
}

/** Makes a backup while reports are taken. Resolves with the ids of those acknowledged before it began. */
async function backUpUnderLoad(env: Record<string, string>): Promise<string[]> {
  const relay = await RelayProcess.start({ dataDir, env });
  const url = `${relay.url}/api/1/envelope/?sentry_key=${KEY}`;
  const stream = new ReportStream({ url, senders: 4, eventBytes: 20_000, mostPauseMs: 40 });
  await eventually('reports', () => stream.acknowledged.length >= AT_LEAST);
  const acknowledged = [...stream.acknowledged];
  const end = await runCommand(['backup', backup], { ...env, DATA_DIR: dataDir });
  expect(end).toMatchObject({ code: 0, errors: '' });
  expect(end.output).toMatch(/\d+ to be forwarded\./);
  const during = stream.acknowledged.length;
  await eventually('more reports', () => stream.acknowledged.length > during);
  await stream.stop();
  expect(stream.failures).toEqual([]);
  await relay.kill();
  return acknowledged;
}

async function forwarded({ url }: RelayProcess): Promise<void> {
  await eventually('nothing owed', async () => {
    const answer = await fetch(`${url}/health/ready`, { headers: asReader });
    return ((await answer.json()) as { forwarding?: unknown }).forwarding === undefined;
  });
}

/** Restores a backup of such a relay, and starts it; resolves with its folder once all that was acknowledged has arrived. */
async function sendRestored(env: Record<string, string>): Promise<{
  restored: string;
  acknowledged: readonly string[];
}> {
  const acknowledged = await backUpUnderLoad(env);
  const restored = join(createTemporaryFolder(), 'data');
  expect(await restoreInto(restored, env)).toMatchObject({ code: 0, errors: '' });
  upstream.answer = () => ({});
  const relay = await RelayProcess.start({ dataDir: restored, env });
  await forwarded(relay);
  await relay.drained();
  expect(await relay.terminate()).toBe(0);
  const arrived = new Set(upstream.eventIds);
  expect(acknowledged.filter((id) => !arrived.has(id))).toEqual([]);
  return { restored, acknowledged };
}

describe('a backup of a relay that processes and forwards', () => {
  it('restores to one that stores and sends each report that was acknowledged before', async () => {
    const { restored, acknowledged } = await sendRestored(settings({}));
    const stored = readStoredEvents(restored).ids;
    expect(acknowledged.filter((id) => !stored.includes(id))).toEqual([]);
    expect(new Set(stored).size).toBe(stored.length);
  });
});

describe('a backup of a relay that forwards alone', () => {
  const env = () => settings({ RELAY_MODE: 'forward' });

  it('restores to one that sends each report that was acknowledged before, without a database', async () => {
    const { restored } = await sendRestored(env());
    expect(readdirSync(restored)).not.toContain('errata.sqlite');
  });

  it('asks no database that the environment names for another service', async () => {
    const named = { ...env(), DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' };
    await backUpUnderLoad(named);
    const restored = join(createTemporaryFolder(), 'data');
    const end = await restoreInto(restored, named);
    expect(end).toMatchObject({ code: 0, errors: '' });
    expect(end.output).toContain('No database.');
    expect(readdirSync(restored).toSorted()).toEqual(readdirSync(backup).filter(isData).toSorted());
  });

  it('is not restored when it lacks what is owed by its own account', async () => {
    await backUpUnderLoad(env());
    const manifest = join(backup, 'backup.json');
    const text = readFileSync(manifest, 'utf8');
    const changed = text.replace(/"forwards": (\d+)/, '"forwards": 1');
    writeFileSync(manifest, changed);
    const sum = createHash('sha256').update(changed).digest('hex');
    writeFileSync(`${manifest}.sha256`, `${sum}  backup.json\n`);
    const end = await restoreInto(join(createTemporaryFolder(), 'data'), env());
    expect(end.code).toBe(1);
    expect(end.errors).toMatch(/^errata: forwards has \d+ rows where the backup says 1\n$/);
  });

  it('is not started on a spool of a newer version', async () => {
    await backUpUnderLoad(env());
    const restored = join(createTemporaryFolder(), 'data');
    expect((await restoreInto(restored, env())).code).toBe(0);
    const [name] = readdirSync(join(restored, 'spool')) as [string];
    const db = new SqliteDatabase(join(restored, 'spool', name, 'spool.sqlite'));
    db.pragma('user_version = 99');
    db.close();
    const started = new RelayProcess({ dataDir: restored, port: 0, env: env() });
    expect(await started.exitCode()).toBe(1);
    expect(started.output).toMatch(/^relay: .*newer/m);
    expect(readdirSync(join(restored, 'spool'))).toEqual([name]);
  });
});

const isData = (name: string): boolean => !name.startsWith('backup.json');
