import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { SqliteDatabase } from '#sqlite';
import { eventually } from '../../../test/support/eventually.ts';
import { findFreePorts } from '../../../test/support/free-ports.ts';
import { asReader } from '../../../test/support/metrics.ts';
import { publicKey } from './support/envelopes.ts';
import { RelayProcess } from './support/relay-process.ts';
import { compareWithAcknowledged } from './support/stored-events.ts';
import { createTemporaryFolder } from './support/temporary-folder.ts';

async function forwarded({ url }: RelayProcess): Promise<void> {
  await eventually('nothing owed', async () => {
    const answer = await fetch(`${url}/health/ready`, { headers: asReader });
    return ((await answer.json()) as { forwarding?: unknown }).forwarding === undefined;
  });
}

it('a second Errata gets each report of a killed relay once, in the order of acknowledgement', async () => {
  const dataDir = createTemporaryFolder();
  const second = await RelayProcess.start({ dataDir });
  const dsn = `${second.url.replace('://', `://${publicKey}@`)}/1`;
  const [port] = (await findFreePorts(1)) as [number];
  const own = createTemporaryFolder({ onDisk: true });
  const env = { RELAY_MODE: 'forward', UPSTREAM_DSN: dsn };
  const acknowledged: string[] = [];
  for (let round = 0; round < 2; round += 1) {
    const relay = await RelayProcess.start({ dataDir: own, port, env });
    for (let count = 0; count < 20; count += 1) {
      const eventId = onlyId(round, count);
      const event = `{"event_id":"${eventId}"}\n{"type":"event"}\n{"message":"${count}"}`;
      const { ok } = await relay.send(`${event}\n{"type":"profile"}\n{}`);
      if (ok) acknowledged.push(eventId);
    }
    await relay.kill();
  }
  const relay = await RelayProcess.start({ dataDir: own, port, env });
  await forwarded(relay);
  expect(await relay.terminate()).toBe(0);
  await second.drained();
  expect(await second.terminate()).toBe(0);
  expect(acknowledged).toHaveLength(40);
  expect(compareWithAcknowledged(dataDir, acknowledged)).toEqual({
    missing: [],
    twice: [],
    miscounted: [],
  });
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
