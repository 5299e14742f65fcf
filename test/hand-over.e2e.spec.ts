import { afterEach, expect, test } from '@jest/globals';
import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { ReportStream } from '../apps/monitoring-relay/test/support/report-stream.ts';
import { compareWithAcknowledged } from '../apps/monitoring-relay/test/support/stored-events.ts';
import { diskFolder } from '../scripts/support/disk-folder.mjs';
import { root } from '../scripts/support/root.mjs';
import { listChildren } from './support/child-processes.ts';
import { Command } from './support/command.ts';
import { eventually } from './support/eventually.ts';
import { findFreePorts } from './support/free-ports.ts';

const KEY = 'handover';
/**
 * Number of hand-overs in the test. The second hand-over begins with the processes that took over
 * in the first.
 */
const HAND_OVERS = 2;

let folder: string;
let command: Command;

afterEach(async () => {
  command.signalGroup('SIGKILL');
  await command.closed;
  await rm(folder, { recursive: true, force: true });
});

async function startBoth(): Promise<string> {
  folder = await mkdtemp(join(diskFolder(), 'errata-hand-over-'));
  const [port, relayPort] = (await findFreePorts(2)) as [number, number];
  command = new Command(process.execPath, ['scripts/start.mjs'], {
    cwd: root,
    env: {
      PORT: String(port),
      RELAY_PORT: String(relayPort),
      DATA_DIR: folder,
      ERRATA_PROJECTS: `app=1:${KEY}`,
      MONITORING_DSN: 'off',
    },
  });
  await command.prints('is ready');
  return `http://127.0.0.1:${port}/api/1/envelope/?sentry_key=${KEY}`;
}

function untilAcknowledged(streams: readonly ReportStream[], more: number): Promise<boolean> {
  const counts = streams.map(({ acknowledged }) => acknowledged.length + more);
  return eventually('reports', () =>
    streams.every(({ acknowledged }, index) => acknowledged.length >= counts[index]!),
  );
}

async function untilStored(acknowledged: readonly string[]): Promise<void> {
  await eventually('all to be stored', () => {
    return compareWithAcknowledged(folder, acknowledged).missing.length === 0;
  });
}

test('a report through the renderer is stored once while both services are replaced', async () => {
  const url = await startBoth();
  const streams = [true, false].map(
    (keepAlive) => new ReportStream({ url, senders: 4, keepAlive, mostPauseMs: 40 }),
  );
  for (let count = 0; count < HAND_OVERS; count += 1) {
    const said = command.errors.length;
    await untilAcknowledged(streams, 40);
    command.signal('SIGHUP');
    await eventually('both to take over', () =>
      command.errors.slice(said).includes('a new renderer takes over'),
    );
  }
  await untilAcknowledged(streams, 40);
  await Promise.all(streams.map((stream) => stream.stop()));
  await eventually('the old ones to leave', () => listChildren(command.pid).length === 2);

  expect(streams.flatMap(({ failures }) => failures)).toEqual([]);
  const acknowledged = streams.flatMap((stream) => stream.acknowledged);
  await untilStored(acknowledged);
  command.signal('SIGTERM');
  expect(await command.closed).toBe(0);
  expect(compareWithAcknowledged(folder, acknowledged)).toMatchObject({
    twice: [],
    miscounted: [],
  });
});
