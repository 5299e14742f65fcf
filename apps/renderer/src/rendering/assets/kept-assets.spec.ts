import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import type { IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import express from 'express';
import type { Express } from 'express';
import supertest from 'supertest';
import { hashedAssets } from './hashed-assets.ts';
import { keptAssets } from './kept-assets.ts';
import { KeptBuilds } from './kept-builds.ts';

const SCRIPT = "export const view = 'of the previous build';";
const OLD = '/assets/old-12345678.js';
const NEW = '/assets/new-12345678.js';

describe('keptAssets', () => {
  let folder: string;
  let builds: KeptBuilds;

  /** Two builds with a script each, of which the first one is kept. */
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'errata-kept-'));
    for (const build of ['old', 'new']) {
      const assets = join(folder, build, 'client/assets');
      mkdirSync(assets, { recursive: true });
      writeFileSync(join(assets, `${build}-12345678.js`), SCRIPT);
      writeFileSync(join(assets, `${build}-12345678.js.gz`), gzipSync(SCRIPT));
      writeFileSync(join(assets, `${build}-12345678.js.br`), brotliCompressSync(SCRIPT));
      writeFileSync(join(assets, `${build}-87654321.css`), 'a {}');
    }
    builds = new KeptBuilds({
      folder: join(folder, 'kept'),
      build: 'old',
      source: join(folder, 'old/client/assets'),
      keptMs: 0,
      clock: { nowMs: () => Date.now() },
    });
    await builds.keep();
  });

  afterEach(() => rmSync(folder, { recursive: true }));

  /** A renderer of the new build. */
  function open(over: Pick<KeptBuilds, 'find'> = builds) {
    const warnings: string[] = [];
    const app = express()
      .set('etag', false)
      .use(
        hashedAssets(join(folder, 'new')),
        keptAssets(over, (line) => warnings.push(line)),
        (_request, response) => void response.status(404).send('page'),
      );
    return { app, client: supertest(app), warnings };
  }

  const get = (path: string, encodings = 'identity') =>
    open().client.get(path).set('Accept-Encoding', encodings);

  it.each([
    ['gzip, deflate, br, zstd', 'br'],
    ['gzip, deflate', 'gzip'],
    ['br;q=0, gzip', 'gzip'],
    ['identity', undefined],
    ['', undefined],
  ])('answers a script of a previous build for %j', async (accepted, encoding) => {
    const { status, headers, text } = await get(OLD, accepted);
    expect({ status, text, encoding: headers['content-encoding'] }).toEqual({
      status: 200,
      text: SCRIPT,
      encoding,
    });
  });

  it.each(['gzip', 'identity'])('answers as the running build does, for %s', async (encoding) => {
    const [previous, running] = [await get(OLD, encoding), await get(NEW, encoding)];
    for (const name of ['cache-control', 'vary', 'content-encoding', 'content-length']) {
      expect([name, previous.headers[name]]).toEqual([name, running.headers[name]]);
    }
    expect(previous.type).toBe(running.type);
    expect(previous.type).toBe('text/javascript');
  });

  it('names the type of a style', async () => {
    const { type, text } = await get('/assets/old-87654321.css', 'br');
    expect([type, text]).toEqual(['text/css', 'a {}']);
  });

  it('answers HEAD with the same headers alone', async () => {
    const { status, headers, text } = await open().client.head(OLD);
    expect(status).toBe(200);
    expect(headers).toMatchObject({ 'cache-control': expect.stringContaining('immutable') });
    expect(text ?? '').toBe('');
  });

  it('does not mind a query', async () => {
    expect((await get(`${OLD}?t=1`)).status).toBe(200);
  });

  it.each([
    '/assets/none-12345678.js',
    '/assets/old-12345678.js/',
    '/assets/old-12345678.js.br',
    '/assets/',
    '/old-12345678.js',
    '/issues/old-12345678.js',
  ])('leaves %s to others', async (path) => {
    expect((await get(path)).status).toBe(404);
  });

  it('leaves posts to others', async () => {
    expect((await open().client.post(OLD)).status).toBe(404);
  });

  it.each([
    '/assets/../kept/old/old-12345678.js',
    '/assets/../../secret-12345678.txt',
    '/assets/..%2f..%2fsecret-12345678.txt',
    '/assets/%2e%2e/%2e%2e/secret-12345678.txt',
    '/assets/..\\..\\secret-12345678.txt',
    '/assets//secret-12345678.txt',
  ])('answers nothing outside of builds to %s', async (path) => {
    writeFileSync(join(folder, 'secret-12345678.txt'), 'secret');
    expect(await askAsItIs(open().app, path)).toBe(404);
  });

  it('looks for hashed names alone', async () => {
    const asked: string[] = [];
    const { client } = open({ find: async (name) => void asked.push(name) });
    for (const name of ['old.js', 'old-12345678.js.br', '.used', 'old-12345678.js']) {
      await client.get(`/assets/${name}`);
    }
    expect(asked).toEqual(['old-12345678.js']);
  });

  it('goes on without a disk that fails, and says so once until it works again', async () => {
    let fault: Error | undefined = new Error('The disk\nis away.');
    const { client, warnings } = open({
      find: async (...asked) => {
        if (fault) throw fault;
        return builds.find(...asked);
      },
    });
    for (const _ of [1, 2]) expect((await client.get(OLD)).status).toBe(404);
    expect((await client.get(NEW)).status).toBe(200);
    expect(warnings).toEqual([expect.stringMatching(/^[^\n]*: The disk is away\.$/)]);
    fault = undefined;
    expect((await client.get(OLD)).status).toBe(200);
    fault = new Error('away again');
    await client.get(OLD);
    expect(warnings).toHaveLength(2);
  });
});

/** Asks for a path that clients and `supertest` would put in order first. */
async function askAsItIs(app: Express, path: string): Promise<number | undefined> {
  const server = app.listen(0, '127.0.0.1');
  await once(server, 'listening');
  try {
    const { port } = server.address() as AddressInfo;
    const asked = request({ host: '127.0.0.1', port, path }).end();
    const [answer] = (await once(asked, 'response')) as [IncomingMessage];
    answer.resume();
    return answer.statusCode;
  } finally {
    server.closeAllConnections();
    server.close();
  }
}
