import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import type { AddressInfo, Server } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { Logger } from '#telemetry/plain';
import { eventually } from '../../../test/support/eventually.ts';
import { findFreePorts } from '../../../test/support/free-ports.ts';
import { readMetricsText } from '../../../test/support/metrics.ts';
import { createEnvelope, createEventId } from './support/envelopes.ts';
import { publicKey, startRelay } from './support/started-relay.ts';
import type { StartedRelay } from './support/started-relay.ts';
import { readStoredEvents } from './support/stored-events.ts';
import { readOutcomes } from './support/stored-outcomes.ts';
import { UpstreamDouble } from './support/upstream-double.ts';

const servers: Server[] = [];
let lines: string[];

beforeEach(() => {
  lines = [];
});

afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});

function dsnOf(port: number): string {
  return `http://${publicKey}@127.0.0.1:${port}/1`;
}

/**
 * Opens a proxy in front of a relay, so that the relay does not recognise its own address in its
 * settings.
 */
async function openProxy(port: number): Promise<number> {
  const server = createServer((socket) => {
    const relay = connect(port, '127.0.0.1');
    socket.pipe(relay).pipe(socket);
    relay.on('error', () => socket.destroy());
    socket.on('error', () => relay.destroy());
  });
  servers.push(server.listen(0, '127.0.0.1'));
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

async function start(variables: Record<string, string>): Promise<StartedRelay> {
  const relay = await startRelay(variables);
  Logger.writeTo(({ text }) => void lines.push(text));
  return relay;
}

async function report(relay: StartedRelay, reports: number): Promise<string[]> {
  const ids = Array.from({ length: reports }, createEventId);
  for (const eventId of ids) {
    const profile = '\n{"type":"profile"}\n{"sid":"a"}';
    await relay.send(createEnvelope({ eventId }) + profile).expect(200);
  }
  return ids.toSorted();
}

async function readMetric(relay: StartedRelay, line: string): Promise<number> {
  const text = await readMetricsText(relay.url);
  const value = text.split('\n').find((each) => each.startsWith(`errata_relay_${line} `));
  return Number(value?.split(' ')[1]);
}

const loops = (relay: StartedRelay) => readMetric(relay, 'forward_loops_total');

async function settled(relay: StartedRelay): Promise<void> {
  await relay.forwarded();
  await relay.drained();
}

const storedIn = ({ dataDir }: StartedRelay) => readStoredEvents(dataDir).ids.toSorted();

describe('two installations that are each other’s upstream', () => {
  it('have each report once, whichever of them took it', async () => {
    const [portA, portB] = (await findFreePorts(2)) as [number, number];
    const a = await start({ RELAY_PORT: String(portA), UPSTREAM_DSN: dsnOf(portB) });
    const b = await start({ RELAY_PORT: String(portB), UPSTREAM_DSN: dsnOf(portA) });
    const ids = [...(await report(a, 3)), ...(await report(b, 2))].toSorted();
    // Each report is forwarded three times, so it ends at the other relay.
    await eventually('the last way', async () => (await loops(a)) + (await loops(b)) === 5);
    expect(await Promise.all([loops(a), loops(b)])).toEqual([2, 3]);
    await Promise.all([settled(a), settled(b)]);
    expect(storedIn(a)).toEqual(ids);
    expect(storedIn(b)).toEqual(ids);
    await eventually('outcomes', () => {
      const { lines: counted } = readOutcomes(a.dataDir);
      return counted.includes(`1 ${publicKey} stored/taken error 5`);
    });
    const { lines: ends } = readOutcomes(a.dataDir);
    expect(ends.filter((line) => line.includes('stored/'))).toHaveLength(1);
    const told = lines.filter((line) =>
      line.includes('of project app had been forwarded too often'),
    );
    expect(told).toHaveLength(2);
    expect(told[0]).toContain('Such reports are processed, and not forwarded.');
  });
});

describe('a relay that is unknowingly its own upstream', () => {
  it('refuses returning reports when it only forwards, and warns', async () => {
    const [port] = (await findFreePorts(1)) as [number];
    const before = await openProxy(port);
    const relay = await start({
      RELAY_MODE: 'forward',
      ERRATA_PROJECTS: 'app',
      RELAY_PORT: String(port),
      UPSTREAM_DSN: dsnOf(before),
    });
    await report(relay, 1);
    await eventually('the last way', async () => (await loops(relay)) === 1);
    await relay.forwarded();
    expect(relay.spool.queuedReports).toBe(0);
    expect(lines).toContainEqual(expect.stringContaining('had been forwarded too often.'));
    expect(lines).toContainEqual(
      expect.stringMatching(/refused by their upstream.*The report was forwarded too often\./),
    );
  });
});

describe('a relay with an upstream', () => {
  it('forwards reports that others forwarded, and counts the hops', async () => {
    const upstream = await new UpstreamDouble().open();
    const relay = await start({ UPSTREAM_DSN: upstream.dsn });
    await relay.send().expect(200);
    await relay.send().set('Errata-Hops', '2').expect(200);
    await settled(relay);
    expect(upstream.taken.map(({ headers }) => headers['errata-hops'])).toEqual(['1', '3']);
  });
});
