import { once } from 'node:events';
import { createServer, request as httpRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import supertest from 'supertest';
import { eventually } from '../../../../test/support/eventually.ts';
import { startSpecPlatform } from './support/spec-platform.ts';
import type { SpecPlatform } from './support/spec-platform.ts';

/** Starts a server that answers each call with the next status of a list, or never for `0`. */
async function openUpstream() {
  const statuses: number[] = [];
  const calls: string[] = [];
  const counts = { left: 0 };
  const server = createServer((request, response) => {
    calls.push(request.method ?? '');
    response.once('close', () => {
      if (!response.writableFinished) counts.left += 1;
    });
    const status = statuses.shift() ?? 200;
    if (status !== 0) response.writeHead(status).end(JSON.stringify('from upstream'));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { server, url, statuses, calls, counts };
}

describe('a loader that calls another service', () => {
  let platform: SpecPlatform;
  let upstream: Awaited<ReturnType<typeof openUpstream>>;
  const get = (path = '/upstream'): supertest.Test =>
    supertest(platform.app.getHttpServer())
      .get(`${path}?from=${encodeURIComponent(upstream.url)}`)
      .set('Accept', 'text/html');

  beforeAll(async () => {
    upstream = await openUpstream();
    platform = await startSpecPlatform();
  });

  afterEach(() => {
    upstream.statuses.length = 0;
    upstream.calls.length = 0;
    platform.log.length = 0;
  });

  afterAll(async () => {
    await platform.end();
    upstream.server.closeAllConnections();
    upstream.server.close();
  });

  it('renders its page after three calls when two were answered 503', async () => {
    upstream.statuses.push(503, 503, 200);
    const { text } = await get().expect(200);
    expect(text).toContain('<h1>from upstream</h1>');
    expect(upstream.calls).toHaveLength(3);
  });

  it('fails after four calls answered 503', async () => {
    upstream.statuses.push(503, 503, 503, 503);
    await get().expect(500);
    expect(upstream.calls).toHaveLength(4);
  });

  it('turns a 404 of the service into its own 404 after one call', async () => {
    upstream.statuses.push(404);
    await get().expect(404);
    expect(upstream.calls).toHaveLength(1);
  });

  it('never repeats a POST that was answered 503', async () => {
    upstream.statuses.push(503);
    const { text } = await get('/upstream/posts').expect(200);
    expect(text).toContain('answered 503');
    expect(upstream.calls).toEqual(['POST']);
  });

  it('ends its call when the visitor leaves, and logs no fault', async () => {
    upstream.statuses.push(0);
    const address = await platform.listen();
    const visit = httpRequest(`${address}/upstream?from=${encodeURIComponent(upstream.url)}`).end();
    visit.on('error', () => undefined);
    await eventually('the question', () => upstream.calls.length === 1);
    visit.destroy();
    await eventually('the question is taken back', () => upstream.counts.left === 1);
    await get().expect(200);
    expect(upstream.calls).toHaveLength(2);
    expect(platform.log).toEqual([]);
  });
});
