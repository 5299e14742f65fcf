import { expect, it } from '@jest/globals';
import { eventually } from '../../../test/support/eventually.ts';
import { findFreePorts } from '../../../test/support/free-ports.ts';
import { RelayProcess } from './support/relay-process.ts';
import { ReportStream } from './support/report-stream.ts';
import { compareWithAcknowledged, readStoredEvents } from './support/stored-events.ts';
import { readOutcomes } from './support/stored-outcomes.ts';
import { createTemporaryFolder } from './support/temporary-folder.ts';

const ROUNDS = 6;
const KEY = 'killspec';
const env = { ERRATA_PROJECTS: `app=1:${KEY}`, LOG_LEVEL: 'error' };

it('keeps every acknowledged report once, however often it is killed', async () => {
  const dataDir = createTemporaryFolder({ onDisk: true });
  const [port] = (await findFreePorts(1)) as [number];
  const acknowledged: string[] = [];
  for (let round = 1; round <= ROUNDS; round += 1) {
    const relay = await RelayProcess.start({ dataDir, port, env });
    const stream = new ReportStream({
      url: `${relay.url}/api/1/envelope/?sentry_key=${KEY}`,
      senders: 16,
    });
    // Each round dies at another moment of the work.
    await eventually('reports', () => stream.acknowledged.length >= 40 * round + 7);
    await relay.kill();
    await stream.stop();
    acknowledged.push(...stream.acknowledged);
  }
  const relay = await RelayProcess.start({ dataDir, port, env });
  await relay.drained();
  expect(await relay.terminate()).toBe(0);
  expect(acknowledged.length).toBeGreaterThan(40 * ROUNDS);
  expect(compareWithAcknowledged(dataDir, acknowledged)).toEqual({
    missing: [],
    twice: [],
    miscounted: [],
  });
  // What was killed before its answer may be stored too, and is counted if it is.
  const { ids } = readStoredEvents(dataDir);
  const { quantity, inHours, lines } = readOutcomes(dataDir);
  expect(lines).toEqual([`1 ${KEY} stored/taken error ${ids.length}`]);
  expect({ quantity, inHours }).toEqual({ quantity: ids.length, inHours: ids.length });
});

it('finishes what it has taken when it is asked to stop, and refuses nothing it answered', async () => {
  const dataDir = createTemporaryFolder({ onDisk: true });
  const relay = await RelayProcess.start({ dataDir, env });
  const stream = new ReportStream({
    url: `${relay.url}/api/1/envelope/?sentry_key=${KEY}`,
    senders: 8,
  });
  await eventually('reports', () => stream.acknowledged.length >= 50);
  const stopping = relay.terminate();
  expect(await stopping).toBe(0);
  await stream.stop();
  const again = await RelayProcess.start({ dataDir, env });
  await again.drained();
  expect(await again.terminate()).toBe(0);
  expect(compareWithAcknowledged(dataDir, stream.acknowledged)).toEqual({
    missing: [],
    twice: [],
    miscounted: [],
  });
});
