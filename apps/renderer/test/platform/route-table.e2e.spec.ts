import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import supertest from 'supertest';
import type { RouteTable } from '#shared';
import { payloadOf, viewsOf } from './support/read-page.ts';
import { startSpecPlatform } from './support/spec-platform.ts';
import type { SpecPlatform } from './support/spec-platform.ts';

const BASE = '/room/1';

describe('the route table', () => {
  let platform: SpecPlatform;
  let address: string;
  const get = (path: string): supertest.Test =>
    supertest(platform.app.getHttpServer()).get(path).set('Accept', 'text/html');

  beforeAll(async () => {
    platform = await startSpecPlatform({ options: { basePath: BASE } });
    address = payloadOf((await get(`${BASE}/shelf`)).text).routeTable;
  });

  afterAll(() => platform.end());

  function viewsAt(
    { routes, views }: RouteTable,
    path: string,
  ): (string | undefined)[] | undefined {
    const route = routes.find(([pattern]) => new RegExp(pattern, 'i').test(path));
    return route?.slice(2).map((index) => views[Number(index)]);
  }

  it('has the same views for every page as the page itself names', async () => {
    const table = (await get(address).expect(200)).body as RouteTable;
    for (const path of [
      '/shelf',
      '/probe/a/1',
      '/PROBE/a/1/late',
      '/probe/%C3%BC/1/own',
      '/corners/shelves/39/x',
    ]) {
      const { page } = payloadOf((await get(BASE + path)).text);
      expect(page.segments.length).toBeGreaterThan(1);
      expect(viewsAt(table, path)).toEqual(viewsOf(page));
    }
    // Routes without a page have no views, and browsers load their documents.
    const slashed = await get(`${BASE}/probe/a/1/late/`).expect(308);
    expect(slashed.headers['location']).toBe(`${BASE}/probe/a/1/late`);
    expect(viewsAt(table, '/health/live')).toEqual([]);
    expect(viewsAt(table, '/shelf/moved')).toEqual([]);
    expect(viewsAt(table, '/no/such/page')).toBeUndefined();
  });

  it('is named alike in every document, those of outcomes included', async () => {
    expect(address).toMatch(/^\/room\/1\/_routes\/[\da-f]{16}\.json$/);
    for (const path of ['/probe/a/1/late?_whole=1', '/no/such', '/shelf/closed']) {
      const payload = payloadOf((await get(BASE + path)).text);
      expect(payload).toMatchObject({ routeTable: address, applicationName: 'Probe' });
    }
  });

  it('may be kept by any cache for ever, is compressed, and starts no guard and no loader', async () => {
    platform.script.take();
    const { headers } = await get(address).set('Accept-Encoding', 'br').expect(200);
    expect(headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'content-encoding': 'br',
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'content-security-policy': expect.stringContaining("default-src 'none'"),
      vary: 'Accept-Encoding',
    });
    expect(headers['etag']).toBeUndefined();
    expect(headers['set-cookie']).toBeUndefined();
    expect(platform.script.calls).toEqual([]);
  });

  it.each([
    ['get', `${BASE}/_routes/0123456789abcdef.json`],
    ['get', `${BASE}/_routes/a/b?_whole=1`],
    ['post', undefined],
  ] as const)('answers 404 in plain text, which no cache keeps: %s %j', async (method, path) => {
    platform.script.take();
    const request = supertest(platform.app.getHttpServer())[method](path ?? address);
    const answer = await request.set({ Accept: 'text/html', 'Router-State': 'x y' });
    expect([answer.status, answer.text]).toEqual([404, 'There is no such route table.\n']);
    expect(answer.headers).toMatchObject({
      'content-type': 'text/plain; charset=utf-8',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    });
    expect(platform.script.calls).toEqual([]);
  });
});
