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
  it.each([
    ['the connected client, whatever its headers claim', undefined, '203.0.113.7', '127.0.0.1'],
    ['the client of a trusted proxy', 'loopback', '192.0.2.66, ::ffff:203.0.113.7', '203.0.113.7'],
    ['nobody when a trusted proxy names no address', 'loopback', 'unix:', 'unknown'],
  ])('names %s', async (_, trustProxy, forwardedFor, named) => {
    const forged = signature.write('192.0.2.66', Date.now());
    const said = { 'X-Forwarded-For': forwardedFor, [senderHeader]: forged };
    expect(read(await tell(said, trustProxy))).toBe(named);
  });
});
