import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { SqliteDatabase } from '#sqlite';
import { eventually } from '../../../test/support/eventually.ts';
import { findFreePorts } from '../../../test/support/free-ports.ts';
import { asReader } from '../../../test/support/metrics.ts';
import { RelayProcess } from './support/relay-process.ts';
import { ReportStream } from './support/report-stream.ts';
import { compareWithAcknowledged } from './support/stored-events.ts';
import { createTemporaryFolder } from './support/temporary-folder.ts';
import { UpstreamDouble } from './support/upstream-double.ts';

const ROUNDS = 5;
const KEY = 'killspec';
const projects = { ERRATA_PROJECTS: `app=1:${KEY}`, LOG_LEVEL: 'error' };

async function forwarded({ url }: RelayProcess): Promise<void> {
  await eventually('nothing owed', async () => {
    const answer = await fetch(`${url}/health/ready`, { headers: asReader });
    return ((await answer.json()) as { forwarding?: unknown }).forwarding === undefined;
  });
}

const nothing = { missing: [], twice: [], miscounted: [] };

it.each([
  ['that processes', {}, compareWithAcknowledged],
  ['that forwards alone', { RELAY_MODE: 'forward' }, () => nothing],
])(
  'a relay %s sends every acknowledged report, however often it is killed',
  async (_, mode: Record<string, string>, compare: typeof compareWithAcknowledged) => {
    const upstream = await new UpstreamDouble().open();
    const dataDir = createTemporaryFolder({ onDisk: true });
    const [port] = (await findFreePorts(1)) as [number];
    const env = { ...projects, ...mode, UPSTREAM_DSN: upstream.dsn };
    const acknowledged: string[] = [];
    const addresses = { url: `http://127.0.0.1:${port}/api/1/envelope/?sentry_key=${KEY}` };
    for (let round = 1; round <= ROUNDS; round += 1) {
      const relay = await RelayProcess.start({ dataDir, port, env });
      const stream = new ReportStream({ ...addresses, senders: 8 });
      const already = upstream.taken.length;
      await eventually('reports', () => stream.acknowledged.length >= 20 * round + 7);
      await eventually('some sent', () => upstream.taken.length > already);
      await relay.kill();
      await stream.stop();
      acknowledged.push(...stream.acknowledged);
    }
    const relay = await RelayProcess.start({ dataDir, port, env });
    await forwarded(relay);
    await relay.drained();
    expect(await relay.terminate()).toBe(0);
    const arrived = new Set(upstream.eventIds);
    expect(acknowledged.filter((id) => !arrived.has(id))).toEqual([]);
    // Only what was under way when it was killed comes twice: the service knows it by its id.
    expect(upstream.eventIds.length - arrived.size).toBeLessThanOrEqual(ROUNDS);
    expect(compare(dataDir, acknowledged)).toEqual(nothing);
  },
);

it('a second Errata has each report once, in the order in which it was acknowledged', async () => {
  const dataDir = createTemporaryFolder();
  const second = await RelayProcess.start({ dataDir, env: projects });
  const dsn = `${second.url.replace('://', `://${KEY}@`)}/1`;
  const [port] = (await findFreePorts(1)) as [number];
  const own = createTemporaryFolder({ onDisk: true });
  const env = { ...projects, RELAY_MODE: 'forward', UPSTREAM_DSN: dsn };
  const acknowledged: string[] = [];
  for (let round = 0; round < 3; round += 1) {
    const relay = await RelayProcess.start({ dataDir: own, port, env });
    const url = `${relay.url}/monitoring`;
    for (let count = 0; count < 20; count += 1) {
      const eventId = onlyId(round, count);
      const header = JSON.stringify({ event_id: eventId, dsn: `http://${KEY}@here.example/1` });
      const body = `${header}\n{"type":"event"}\n{"message":"${count}"}\n{"type":"session"}\n{}`;
      const { ok } = await fetch(url, { method: 'POST', body });
      if (ok) acknowledged.push(eventId);
    }
    await relay.kill();
  }
  const relay = await RelayProcess.start({ dataDir: own, port, env });
  await forwarded(relay);
  expect(await relay.terminate()).toBe(0);
  await second.drained();
  expect(await second.terminate()).toBe(0);
  expect(acknowledged).toHaveLength(60);
  expect(compareWithAcknowledged(dataDir, acknowledged)).toEqual(nothing);
  expect(listInOrder(dataDir)).toEqual(acknowledged);
});

function listInOrder(dataDir: string): unknown[] {
  const db = new SqliteDatabase(join(dataDir, 'errata.sqlite'), { readOnly: true });
  try {
    return db.prepare('SELECT event_id FROM events ORDER BY id').pluck().all();
  } finally {
    db.close();
  }
}

function onlyId(round: number, count: number): string {
  return (round * 100 + count).toString(16).padStart(32, '0');
}
