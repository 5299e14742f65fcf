import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { request as httpRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import supertest from 'supertest';
import { openDatabase } from '#product';
import { hashToken } from '#product/people/tokens';
import type { Scope } from '#product/people/accounts/rules';
import type { Database } from '#persistence';
import { kyselyOf } from '#persistence/testing';
import { artifactLimits } from '#shared';
import { hold } from '../../../test/support/hold.ts';
import { eventually } from '../../../test/support/eventually.ts';
import { startPeopledRenderer } from './support/peopled-renderer.ts';
import type { Person } from './support/peopled-renderer.ts';

const CHUNKS = '/api/0/organizations/errata/chunk-upload/';
const ASSEMBLE = '/api/0/organizations/errata/artifactbundle/assemble/';

const sha1 = (bytes: Buffer): string => createHash('sha1').update(bytes).digest('hex');
const A = Buffer.from('the first chunk');
const B = Buffer.alloc(600_000, 'second');

describe('uploads of builds', () => {
  const renderer = hold(startPeopledRenderer);
  let database: Database;

  beforeAll(async () => {
    database = openDatabase({ dataDir: renderer.dataDir });
    await give('ci', ['org:ci']);
    await give('reader', ['event:read']);
    await give('member', ['project:releases'], 'member');
    await give('viewer', ['project:releases'], 'viewer');
    await give('outsider', ['project:releases'], 'outsider');
  });

  afterAll(async () => {
    await database.close();
  });

  async function give(text: string, scopes: readonly Scope[], person?: Person): Promise<void> {
    await renderer.stores.tokens.create({
      hash: hashToken(text),
      hint: text,
      name: text,
      scopes,
      ...(person ? { userId: renderer.idOf(person) } : {}),
      createdAtMs: 1,
    });
  }

  const http = () => supertest(renderer.app.getHttpServer());

  function send(chunks: readonly (readonly [field: string, name: string, bytes: Buffer])[]) {
    const request = http().post(CHUNKS).set('Authorization', 'Bearer ci');
    for (const [field, name, bytes] of chunks) void request.attach(field, bytes, name);
    return request;
  }

  async function countBlobs(): Promise<{ readonly blobs: number; readonly unnamed: number }> {
    const rows = await kyselyOf(database).selectFrom('artifact_blobs').select('checksum').execute();
    const unnamed = rows.filter(({ checksum }) => checksum === null).length;
    return { blobs: rows.length, unnamed };
  }

  const assemble = (bundle: object, token = 'ci') =>
    http()
      .post(ASSEMBLE)
      .set('Authorization', `Bearer ${token}`)
      .send({ projects: ['web'], ...bundle });

  it('begin with the limits and formats of the server', async () => {
    const { body } = await http().get(CHUNKS).set('Authorization', 'Bearer ci').expect(200);
    expect(body).toMatchObject({
      url: `http://localhost:3000${CHUNKS}`,
      chunkSize: 8_388_608,
      hashAlgorithm: 'sha1',
      compression: ['gzip'],
      accept: expect.arrayContaining(['artifact_bundles']),
    });
  });

  it('take plain chunks and gzip ones, and ask for what is missing', async () => {
    const chunks = [sha1(A), sha1(B)];
    const request = { checksum: sha1(Buffer.concat([A, B])), chunks };
    const first = await assemble(request).expect(200);
    expect(first.body).toEqual({ state: 'not_found', missingChunks: chunks, detail: null });
    const sent = await send([['file', sha1(A), A]]).expect(200);
    expect(sent.body).toEqual([]);
    expect((await assemble(request)).body).toMatchObject({ missingChunks: [sha1(B)] });
    await send([['file_gzip', sha1(B), gzipSync(B)]]).expect(200);
    const done = { state: 'created', missingChunks: [], detail: null };
    expect((await assemble(request).expect(200)).body).toEqual(done);
    expect((await assemble(request).expect(200)).body).toEqual(done);
    const lines = await renderer.stores.audit.list({ what: 'source-maps.added', limit: 9 });
    expect(lines).toMatchObject([{ projectId: 1, to: { token: 'ci' } }]);
  });

  it('store a chunk once when it is sent several times at once', async () => {
    const shared = Buffer.alloc(700_000, 'shared');
    const { blobs } = await countBlobs();
    const sent = Array.from({ length: 8 }, () => send([['file', sha1(shared), shared]]));
    expect((await Promise.all(sent)).map(({ status }) => status)).toEqual(Array(8).fill(200));
    expect(await countBlobs()).toEqual({ blobs: blobs + 1, unnamed: 0 });
  });

  it('leave nothing when they break off', async () => {
    const before = await countBlobs();
    const server = renderer.app.getHttpServer();
    const { port } = server.listen(0).address() as AddressInfo;
    const broken = httpRequest({
      port,
      path: CHUNKS,
      method: 'POST',
      headers: {
        Authorization: 'Bearer ci',
        'Content-Type': 'multipart/form-data; boundary=x',
        'Content-Length': 2_000_000,
      },
    });
    broken.on('error', () => undefined);
    broken.write(
      `--x\r\nContent-Disposition: form-data; name="file"; filename="${sha1(A)}"\r\n\r\n`,
    );
    broken.write(Buffer.alloc(1_000_000));
    await eventually('a half of it', async () => (await countBlobs()).unnamed === 1);
    broken.destroy();
    await eventually('nothing of it', async () => (await countBlobs()).unnamed === 0);
    expect(await countBlobs()).toEqual(before);
    // supertest starts the server for each of the other requests, so the server must not stay open.
    server.close();
    await once(server, 'close');
  });

  it('are refused when a chunk does not match its checksum, format or size', async () => {
    const zipBomb = gzipSync(Buffer.alloc(artifactLimits.chunkBytes + 1));
    const refusals = [
      [['file', sha1(A), B], 400, 'has another SHA-1'],
      [['file_gzip', sha1(A), A], 400, 'is not valid gzip'],
      [['file_gzip', sha1(A), zipBomb], 413, 'is larger than 8 MiB'],
      [['file', '../../etc/passwd', A], 400, 'named by its SHA-1'],
      [['other', sha1(A), A], 400, 'named by its SHA-1'],
    ] as const;
    for (const [chunk, status, sentence] of refusals) {
      const { body } = await send([chunk]).expect(status);
      expect(Object.keys(body as object)).toEqual(['detail']);
      expect(body).toMatchObject({ detail: expect.stringContaining(sentence) });
    }
    const many = Array.from({ length: 65 }, () => ['file', sha1(A), A] as const);
    await send(many).expect(413);
    await http().post(CHUNKS).set('Authorization', 'Bearer ci').send({}).expect(400);
  });

  it.each([
    [{ checksum: 'x' }, 'The checksum of the bundle is not a SHA-1.'],
    [{ chunks: ['../x'] }, 'The checksum of a chunk is not a SHA-1.'],
    [{ chunks: 7 }, 'The bundle has no list of chunks.'],
    [{ projects: [] }, 'Name the project: --project <slug>, or SENTRY_PROJECT.'],
    [{ projects: ['shop'] }, "No project 'shop'. Projects: web, other, errata."],
    [{ version: 'x'.repeat(201) }, 'The release is longer than 200 characters.'],
  ])('are refused with a sentence for a bundle with %j', async (traits, detail) => {
    const request = { checksum: sha1(A), chunks: [sha1(A)], ...traits };
    expect((await assemble(request).expect(400)).body).toEqual({ detail });
  });

  it('need the scope, and the right in the project', async () => {
    const request = { checksum: sha1(A), chunks: [sha1(A)] };
    await assemble(request, 'reader').expect(403);
    await assemble(request, 'viewer').expect(403);
    await assemble(request, 'member').expect(200);
    const { body } = await assemble({ ...request, projects: ['other'] }, 'member').expect(400);
    expect(body).toEqual({ detail: "No project 'other'. Projects: web." });
    const outside = await assemble(request, 'outsider').expect(400);
    expect(outside.body).toEqual({ detail: "No project 'web'. Projects: other." });
  });

  it('are refused with a sentence when there is no room', async () => {
    const chunk = { checksum: 'f'.repeat(40), kind: 'chunk', touched_at: 1 } as const;
    const db = kyselyOf(database);
    await db
      .insertInto('artifact_blobs')
      .values({ ...chunk, holder: 0, bytes: artifactLimits.waitingBytes })
      .execute();
    const { body } = await send([['file', sha1(A), A]]).expect(413);
    expect(body).toEqual({ detail: expect.stringContaining('No room for more chunks') });
  });

  it('are refused with a sentence for debug files', async () => {
    const { body } = await http()
      .post('/api/0/projects/errata/web/files/difs/assemble/')
      .set('Authorization', 'Bearer ci')
      .send({})
      .expect(400);
    expect(body).toEqual({ detail: expect.stringContaining('source maps') });
  });
});
