import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { RefusedTarget } from '#http/outgoing';
import { createProviderFetch } from './provider-fetch.ts';

const GET = { method: 'GET', headers: {}, body: undefined, redirect: 'manual' } as const;

describe('createProviderFetch', () => {
  const server = createServer((request, response) => {
    if (request.url === '/away') response.writeHead(302, { location: '/big' });
    response.end(request.url === '/big' ? 'x'.repeat(2_000_000) : '{}');
  });
  let own = '';

  beforeAll(async () => {
    await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
    own = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });

  afterAll(() => new Promise((resolve) => server.close(resolve)));

  it('reaches the issuer’s own host and port, wherever it is, and reads a megabyte', async () => {
    const fetchOf = createProviderFetch(`${own}/realm`);
    expect(await (await fetchOf(`${own}/keys`, GET)).json()).toEqual({});
    expect(await (await fetchOf(`${own}/big`, GET)).text()).toHaveLength(1_048_576);
  });

  it.each([
    ['another port of the issuer’s host', 'http://127.0.0.1:1/keys'],
    ['the metadata of a cloud', 'http://169.254.169.254/latest/meta-data'],
    ['a name that resolves inside', 'https://keys.example/jwks'],
  ])('refuses %s', async (_, address) => {
    const fetchOf = createProviderFetch(own, async () => ['10.0.0.5']);
    await expect(fetchOf(address, GET)).rejects.toBeInstanceOf(RefusedTarget);
  });

  it('follows no redirect', async () => {
    expect((await createProviderFetch(own)(`${own}/away`, GET)).status).toBe(302);
  });

  it('gives up a name that is not resolved in time', async () => {
    const ending = new AbortController();
    const fetchOf = createProviderFetch('https://id.example', () => new Promise(() => undefined));
    const fetching = fetchOf('https://id.example/keys', { ...GET, signal: ending.signal });
    ending.abort();
    await expect(fetching).rejects.toThrow('aborted');
  });
});
