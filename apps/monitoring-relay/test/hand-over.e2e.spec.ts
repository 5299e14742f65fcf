import { expect, it } from '@jest/globals';
import { listChildren } from '../../../test/support/child-processes.ts';
import { eventually } from '../../../test/support/eventually.ts';
import { RelayProcess } from './support/relay-process.ts';
import { ReportStream } from './support/report-stream.ts';
import { compareWithAcknowledged, readStoredEvents } from './support/stored-events.ts';
import { createTemporaryFolder } from './support/temporary-folder.ts';
import { UpstreamDouble } from './support/upstream-double.ts';

const nothing = { missing: [], twice: [], miscounted: [] };

async function startSupervised(
  dataDir: string,
  more: Record<string, string> = {},
): Promise<RelayProcess> {
  const env = { LOG_LEVEL: 'error', ...more };
  return RelayProcess.start({ dataDir, env, isSupervised: true });
}

function streamTo({ address }: RelayProcess, keepAlive: boolean): ReportStream {
  return new ReportStream({ url: address, senders: 6, keepAlive, mostPauseMs: 40 });
}

function untilAcknowledged(streams: readonly ReportStream[], more: number): Promise<boolean> {
  const counts = streams.map(({ acknowledged }) => acknowledged.length + more);
  return eventually('reports', () =>
    streams.every(({ acknowledged }, index) => acknowledged.length >= counts[index]!),
  );
}

it('a relay hands its socket over without refusing a report, or storing or forwarding one twice', async () => {
  const dataDir = createTemporaryFolder({ onDisk: true });
  const upstream = await new UpstreamDouble().open();
  upstream.answer = () => ({ status: 503 });
  const relay = await startSupervised(dataDir, { UPSTREAM_DSN: upstream.dsn });
  const streams = [streamTo(relay, true), streamTo(relay, false)];
  await untilAcknowledged(streams, 50);
  await relay.renew();
  await untilAcknowledged(streams, 50);
  await Promise.all(streams.map((stream) => stream.stop()));
  await eventually('the old one to leave', () => listChildren(relay.pid).length === 1);
  upstream.answer = () => ({});
  const acknowledged = streams.flatMap((stream) => stream.acknowledged);
  const countStored = () => readStoredEvents(dataDir).ids.length;
  const areStored = () => countStored() >= acknowledged.length;
  await eventually('all stored', areStored).catch(() => false);
  await relay.drained();
  const areSent = () => new Set(upstream.eventIds).size >= acknowledged.length;
  await eventually('all sent', areSent).catch(() => false);
  expect(await relay.terminate()).toBe(0);
  expect(new Set(upstream.eventIds)).toEqual(new Set(acknowledged));
  expect(upstream.eventIds).toHaveLength(acknowledged.length);
  expect(streams.flatMap(({ failures }) => failures)).toEqual([]);
  expect(compareWithAcknowledged(dataDir, acknowledged)).toEqual(nothing);
});

it('a supervised relay refuses no connection while it restarts after a kill', async () => {
  const dataDir = createTemporaryFolder({ onDisk: true });
  const relay = await startSupervised(dataDir);
  const streams = [streamTo(relay, true), streamTo(relay, false)];
  await untilAcknowledged(streams, 50);
  process.kill(listChildren(relay.pid)[0]!.pid, 'SIGKILL');
  await untilAcknowledged(streams, 50);
  await Promise.all(streams.map((stream) => stream.stop()));
  await relay.drained();
  expect(relay.printed).toContain('stopped unexpectedly (SIGKILL); starting it again');
  expect(await relay.terminate()).toBe(0);
  // Each sender had at most one open connection, which broke when the relay was killed.
  const failures = streams.flatMap((stream) => stream.failures);
  expect(failures.length).toBeLessThanOrEqual(12);
  expect(failures.join()).not.toContain('ECONNREFUSED');
  const acknowledged = streams.flatMap((stream) => stream.acknowledged);
  expect(compareWithAcknowledged(dataDir, acknowledged)).toEqual(nothing);
});
