import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { connect, createServer as createTcpServer } from 'node:net';
import type { AddressInfo, Server as TcpServer, Socket } from 'node:net';
import { join } from 'node:path';
import { afterEach, expect, it } from '@jest/globals';
import express from 'express';
import { SqliteDatabase } from '#sqlite';
import { RelayProcess } from '../apps/monitoring-relay/test/support/relay-process.ts';
import { readOutcomes } from '../apps/monitoring-relay/test/support/stored-outcomes.ts';
import { createTemporaryFolder } from '../apps/monitoring-relay/test/support/temporary-folder.ts';
import { ingestProxy } from '../apps/renderer/src/ingest/index.ts';
import { RelaySilence } from '../apps/renderer/src/ingest/relay-silence.ts';
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

const dataDir = createTemporaryFolder({ onDisk: true });
const env = { ERRATA_PROJECTS: `app=1:${KEY}`, ERRATA_SECRET: SECRET };
const servers: (Server | TcpServer)[] = [];
const sockets: Socket[] = [];

async function listen(server: Server | TcpServer): Promise<string> {
  servers.push(server);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Waits for a relay, as connections to the socket of a supervisor do. */
async function connectTo(port: number): Promise<Socket> {
  return eventually('a relay that listens', async () => {
    const socket = connect(port, '127.0.0.1');
    sockets.push(socket);
    return once(socket, 'connect').then(
      () => socket.on('error', () => undefined),
      () => undefined,
    );
  });
}

/** Leads the console to a relay. `pass` gets what the relay answers. */
async function lead(
  console: Socket,
  port: number,
  pass: (bytes: Buffer) => unknown,
): Promise<void> {
  const relay = await connectTo(port);
  console.pipe(relay);
  relay.on('data', pass).on('close', () => console.destroy());
}

afterEach(() => {
  for (const socket of sockets) socket.destroy();
  for (const server of servers) server.close();
});

function countSessions(): unknown {
  const db = new SqliteDatabase(join(dataDir, 'errata.sqlite'), { readOnly: true });
  const sessions = db.prepare('SELECT sum(sessions) FROM session_hours').pluck().get();
  db.close();
  return sessions;
}

it('a request counts once when its relay is killed between commit and answer, and the console sends it again', async () => {
  let relay = await RelayProcess.start({ dataDir, env });
  const port = Number(new URL(relay.url).port);
  let onAnswer: (() => void) | undefined;
  // A relay that is being killed closes its connections before the socket on which it listens.
  let gone: Promise<void> = Promise.resolve();
  const line = createTcpServer((console) => {
    sockets.push(console.on('error', () => undefined));
    const pass = (bytes: Buffer) => (onAnswer ? onAnswer() : console.write(bytes));
    void gone.then(() => lead(console, port, pass));
  });
  // A busy machine may need longer for a start than the console waits for a silent relay.
  const silence = new RelaySilence(120_000);
  const access = { relayUrl: await listen(line), secret: SECRET };
  const proxy = ingestProxy(access, { silence, answersWithinMs: 120_000 });
  const url = await listen(createServer(express().use(proxy)));
  const send = (body: string): Promise<Response> =>
    fetch(`${url}/api/1/envelope/?sentry_key=${KEY}`, { method: 'POST', body });
  // The console sends again what met a connection that was open before.
  expect((await send('{}\n{"type":"event"}\n{}')).status).toBe(200);
  gone = new Promise<void>((resolve) => {
    onAnswer = () => void relay.kill().then(resolve);
  });
  const answer = send(ENVELOPE);
  await gone;
  onAnswer = undefined;
  relay = await RelayProcess.start({ dataDir, env, port });
  expect((await answer).status).toBe(200);
  await relay.drained();
  expect(relay.printed).toContain('1 reports had been recorded before and changed nothing.');
  const kinds = ['error', 'feedback', 'internal', 'log_item', 'monitor', 'session'];
  await eventually('outcomes', () => readOutcomes(dataDir).quantity >= kinds.length);
  expect(readOutcomes(dataDir).lines).toEqual(
    kinds.map((kind) => `1 ${KEY} stored/taken ${kind} 1`),
  );
  expect(countSessions()).toBe(1);
});
