import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { connect, createServer as createTcpServer, type Socket } from 'node:net';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import express from 'express';
import { SqliteDatabase } from '#sqlite';
import { RelayProcess } from '../apps/monitoring-relay/test/support/relay-process.ts';
import { readOutcomes } from '../apps/monitoring-relay/test/support/stored-outcomes.ts';
import { createTemporaryFolder } from '../apps/monitoring-relay/test/support/temporary-folder.ts';
import { ingestProxy } from '../apps/renderer/src/ingest/index.ts';
import { eventually } from './support/eventually.ts';

const SECRET = 'a secret of thirty-two characters';
const KEY = 'twicespec';

/** Items without an id by which the database could recognise them. */
const ITEMS = [
  [{ type: 'session' }, { sid: 'one', init: true, status: 'ok', attrs: { release: 'shop@1' } }],
  [{ type: 'feedback' }, { contexts: { feedback: { message: 'It is slow.' } } }],
  [{ type: 'check_in' }, { monitor_slug: 'nightly', status: 'ok' }],
  [
    { type: 'client_report' },
    { discarded_events: [{ reason: 'sample_rate', category: 'error', quantity: 3 }] },
  ],
  [
    { type: 'log', item_count: 1, content_type: 'application/vnd.sentry.items.log+json' },
    { items: [{ level: 'info', body: 'no trace' }] },
  ],
];
const ENVELOPE = [{}, ...ITEMS.flat()].map((line) => JSON.stringify(line)).join('\n');

/**
 * Stands between the console and a relay. Holds the relay's answer back when it is asked to, and
 * then breaks the connection.
 */
class Line {
  severs = false;
  /** Called with the first bytes of an answer that does not reach the console. */
  onAnswer: () => void = () => undefined;
  private readonly server = createTcpServer((console) => void this.lead(console));
  private readonly sockets = new Set<Socket>();

  constructor(private readonly relayUrl: URL) {}

  async listen(): Promise<string> {
    await once(this.server.listen(0, '127.0.0.1'), 'listening');
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  close(): void {
    for (const socket of this.sockets) socket.destroy();
    this.server.close();
  }

  private async lead(console: Socket): Promise<void> {
    this.sockets.add(console.on('error', () => undefined));
    const relay = await eventually('a relay that listens', () => this.connect());
    console.pipe(relay);
    relay.on('error', () => console.destroy()).on('close', () => console.destroy());
    relay.on('data', (bytes) => {
      if (!this.severs) console.write(bytes);
      else this.onAnswer();
    });
  }

  private async connect(): Promise<Socket | undefined> {
    const socket = connect(Number(this.relayUrl.port), this.relayUrl.hostname);
    this.sockets.add(socket);
    const connected = once(socket, 'connect').then(() => socket);
    return connected.catch(() => undefined);
  }
}

const dataDir = createTemporaryFolder({ onDisk: true });
const env = { ERRATA_PROJECTS: `app=1:${KEY}`, ERRATA_SECRET: SECRET };
let relay: RelayProcess;
let line: Line;
let server: Server;
let url: string;

beforeEach(async () => {
  relay = await RelayProcess.start({ dataDir, env });
  line = new Line(new URL(relay.url));
  const app = express().use(ingestProxy({ relayUrl: await line.listen(), secret: SECRET }));
  server = createServer(app).listen(0, '127.0.0.1');
  await once(server, 'listening');
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

afterEach(() => {
  server.closeAllConnections();
  server.close();
  line.close();
});

const send = (body: string): Promise<Response> =>
  fetch(`${url}/api/1/envelope/?sentry_key=${KEY}`, { method: 'POST', body });

function sum(sql: string): unknown {
  const db = new SqliteDatabase(join(dataDir, 'errata.sqlite'), { readOnly: true });
  try {
    return db.prepare(sql).pluck().get();
  } finally {
    db.close();
  }
}

it('a request counts once when its relay is killed between commit and answer, and the console sends it again', async () => {
  // The console sends again what met a connection that was open before.
  expect((await send('{}\n{"type":"event"}\n{}')).status).toBe(200);
  line.severs = true;
  const killed = new Promise<void>((resolve) => {
    line.onAnswer = () => void relay.kill().then(resolve);
  });
  const answer = send(ENVELOPE);
  await killed;
  line.severs = false;
  relay = await RelayProcess.start({ dataDir, env, port: Number(new URL(relay.url).port) });
  expect((await answer).status).toBe(200);
  await relay.drained();
  expect(relay.output).toContain('1 reports had been recorded before and changed nothing.');
  const kinds = ['error', 'feedback', 'internal', 'log_item', 'monitor', 'session'];
  await eventually('outcomes', () => readOutcomes(dataDir).quantity >= kinds.length);
  expect(readOutcomes(dataDir).lines).toEqual(
    kinds.map((kind) => `1 ${KEY} stored/taken ${kind} 1`),
  );
  expect(sum('SELECT sum(sessions) FROM session_hours')).toBe(1);
});
