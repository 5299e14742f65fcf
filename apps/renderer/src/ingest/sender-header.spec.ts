import { once } from 'node:events';
import { createServer } from 'node:http';
import type { RequestListener, Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from '@jest/globals';
import express from 'express';
import request from 'supertest';
import { senderHeader, SenderSignature } from '#persistence';
import { ingestProxy } from './ingest-proxy.ts';

const SECRET = 'a secret of thirty-two characters';
const signature = new SenderSignature(SECRET);
const servers: Server[] = [];

afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

async function listen(listener: RequestListener): Promise<string> {
  const server = createServer(listener).listen(0, '127.0.0.1');
  servers.push(server);
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function tell(headers: Record<string, string>, trustProxy?: string): Promise<string[]> {
  const told: string[] = [];
  const relayUrl = await listen((received, response) => {
    for (const [index, name] of received.rawHeaders.entries()) {
      if (name.toLowerCase() === senderHeader) told.push(received.rawHeaders[index + 1]!);
    }
    received.resume().on('end', () => response.end('{}'));
  });
  const app = express().use(ingestProxy({ relayUrl, secret: SECRET }));
  if (trustProxy !== undefined) app.set('trust proxy', trustProxy);
  await request(await listen(app))
    .post('/monitoring')
    .set(headers)
    .send('{}')
    .expect(200);
  return told;
}

function read([header = '', ...others]: string[]): string | undefined {
  expect(others).toEqual([]);
  return signature.read(header, Date.now());
}

describe('the sender header for the relay', () => {
  it('names the client that is connected to the console, whatever its headers claim', async () => {
    const forged = signature.write('192.0.2.66', Date.now());
    const said = { 'X-Forwarded-For': '203.0.113.7', [senderHeader]: forged };
    expect(read(await tell(said))).toBe('127.0.0.1');
  });

  it('names the client that a trusted proxy names', async () => {
    const through = { 'X-Forwarded-For': '192.0.2.66, ::ffff:203.0.113.7' };
    expect(read(await tell(through, 'loopback'))).toBe('203.0.113.7');
  });

  it('says unknown, and not the console, when a trusted proxy names no address', async () => {
    const forged = signature.write('192.0.2.66', Date.now());
    const said = { 'X-Forwarded-For': 'unix:', [senderHeader]: forged };
    expect(read(await tell(said, 'loopback'))).toBe('unknown');
  });
});
