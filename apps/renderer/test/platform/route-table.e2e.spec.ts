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

  it('says which parts of an address decide on its layouts', async () => {
    const { routes } = (await get(address)).body as RouteTable;
    const readsAt = (path: string): RouteTable['routes'][number][1] | undefined =>
      routes.find(([pattern]) => new RegExp(pattern, 'i').test(path))?.[1];
    expect(readsAt('/lines/a/stations/1')).toEqual([[], [1]]);
    expect(readsAt('/probe/a/1')).toEqual([[], [2, 1]]);
    expect(readsAt('/links')).toEqual([[]]);
    expect(readsAt('/health/live')).toEqual([]);
  });

  it('has the routes in the order in which they are tried', async () => {
    const { routes } = (await get(address)).body as RouteTable;
    const placeOf = (path: string): number =>
      routes.findIndex(([pattern]) => new RegExp(pattern, 'i').test(path));
    const places = ['/health/live', '/health/ready', '/probe/a/1', '/probe/a/1/own', '/shelf'].map(
      placeOf,
    );
    expect(places).toEqual(places.toSorted((one, other) => one - other));
    expect(new Set(places).size).toBe(places.length);
    expect(routes).toHaveLength(new Set(routes.map(([pattern]) => pattern)).size);
  });

  it('is the same in every document, those of outcomes included', async () => {
    expect(address).toMatch(/^\/room\/1\/_routes\/[\da-f]{16}\.json$/);
    for (const path of [
      '/probe/a/1/late',
      '/probe/a/1/late?_whole=1',
      '/no/such',
      '/shelf/closed',
    ]) {
      const payload = payloadOf((await get(BASE + path)).text);
      expect(payload).toMatchObject({ routeTable: address, applicationName: 'Probe' });
    }
  });

  it('may be kept by any cache for ever, and has a fixed content type', async () => {
    const { headers } = await get(address).expect(200);
    expect(headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'content-security-policy': expect.stringContaining("default-src 'none'"),
      vary: 'Accept-Encoding',
    });
    expect(headers['etag']).toBeUndefined();
    expect(headers['set-cookie']).toBeUndefined();
  });

  it('answers HEAD as it answers GET, without the body', async () => {
    const whole = await get(address).set('Accept-Encoding', 'identity');
    const head = await supertest(platform.app.getHttpServer()).head(address).expect(200);
    expect(head.headers['content-length']).toBe(whole.headers['content-length']);
    expect(head.headers['cache-control']).toBe(whole.headers['cache-control']);
    expect(head.text ?? '').toBe('');
  });

  it('is compressed for a client that accepts compression', async () => {
    const compressed = await get(address).set('Accept-Encoding', 'br');
    expect(compressed.headers['content-encoding']).toBe('br');
    expect(compressed.headers['vary']).toContain('Accept-Encoding');
    const plain = await get(address).set('Accept-Encoding', 'identity');
    expect(plain.headers['content-encoding']).toBeUndefined();
  });

  it.each([
    ['GET', '/_routes/0123456789abcdef.json'],
    ['GET', '/_routes/'],
    ['GET', '/_routes/a/b?_whole=1'],
    ['HEAD', '/_routes/0123456789abcdef.json'],
  ] as const)('answers 404 in plain text at an unknown address: %s %s', async (method, path) => {
    platform.script.take();
    const request = supertest(platform.app.getHttpServer());
    const answer = await (method === 'GET' ? request.get(BASE + path) : request.head(BASE + path))
      .set('Accept', 'text/html')
      .set('Router-State', 'x y');
    expect(answer.status).toBe(404);
    expect(answer.headers).toMatchObject({
      'content-type': 'text/plain; charset=utf-8',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    });
    expect(platform.script.calls).toEqual([]);
  });

  it('answers POST with 404', async () => {
    const answer = await supertest(platform.app.getHttpServer()).post(address).send({ a: 1 });
    expect(answer.status).toBe(404);
    expect(answer.text).toBe('There is no such route table.\n');
  });

  it('starts no guard and no loader', async () => {
    platform.script.take();
    await get(address).expect(200);
    expect(platform.script.calls).toEqual([]);
  });
});
