import { connect, type Socket } from 'node:net';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { Zstd } from '@hpcc-js/wasm-zstd';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { createStores, openDatabase } from '#product';
import { eventually } from '../../../test/support/eventually.ts';
import { createEnvelope, createEvent, createEventId } from './support/envelopes.ts';
import { createSparseBytes } from './support/sparse-bytes.ts';
import { RelayProcess } from './support/relay-process.ts';
import { createTemporaryFolder } from './support/temporary-folder.ts';

const MB = 1024 * 1024;

/** Brotli's default quality takes seconds for large input. */
const FAST = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };

const zstd = await Zstd.load();
const encodings = [
  ['gzip', gzipSync],
  ['br', (body: Buffer) => brotliCompressSync(body, FAST)],
  ['zstd', (body: Buffer) => Buffer.from(zstd.compress(body))],
] as const;

/** Uses the built relay, because threads cannot start from the sources. */
describe('an encoded body', () => {
  let relay: RelayProcess;
  let dataDir: string;

  beforeAll(async () => {
    dataDir = createTemporaryFolder({ isShared: true });
    relay = await RelayProcess.start({ dataDir, isShared: true });
  });

  async function post(encoding: string, body: Buffer): Promise<{ status: number; detail: string }> {
    const answer = await relay.send(body, { 'Content-Encoding': encoding });
    return { status: answer.status, detail: answer.headers.get('x-sentry-error') ?? '' };
  }

  async function findEvent(eventId: string): Promise<unknown> {
    const database = openDatabase({ dataDir });
    const stores = createStores(database);
    const [issue] = await stores.issues.list({ limit: 1 });
    return stores.events.find(issue!.id, eventId).finally(() => database.close());
  }

  it.each(encodings)('is read unchanged from %s, with an attachment', async (name, encode) => {
    const eventId = createEventId();
    const envelope = createEnvelope({ eventId, event: createEvent({ bytes: 300_000 }) });
    const attachment = Buffer.concat([
      Buffer.from(`\n{"type":"attachment","length":${9 * MB}}\n`),
      createSparseBytes(9 * MB),
    ]);
    const body = encode(Buffer.concat([Buffer.from(envelope), attachment]));
    expect(await post(name, body)).toEqual({ status: 200, detail: '' });
    await relay.drained();
    expect(await findEvent(eventId)).toMatchObject({ event: { eventId } });
  });

  it('is refused when it is malformed, and the next good body is taken', async () => {
    const good = Buffer.from(createEnvelope());
    for (const [name, encode] of encodings) {
      const encoded = encode(good);
      const refused = { status: 400, detail: expect.stringMatching(/cannot be decoded/) };
      expect(await post(name, encoded.subarray(0, -5))).toEqual(refused);
      expect(await post(name, Buffer.concat([encoded, Buffer.from('and more')]))).toEqual(refused);
      expect(await post(name, Buffer.from('not at all'))).toEqual(refused);
      expect(await post(`${name}, ${name}`, encode(encoded))).toMatchObject({ status: 415 });
      expect(await post(name, encoded)).toMatchObject({ status: 200 });
    }
  });

  it('is refused over 1 MiB when it inflates to over a hundred times its size', async () => {
    const item = Buffer.from('{}\n{"type":"attachment"}\n');
    const padded = (bytes: number) =>
      brotliCompressSync(Buffer.concat([item, Buffer.alloc(bytes)]), FAST);
    expect(await post('br', padded(2 * MB))).toEqual({
      status: 413,
      detail: expect.stringMatching(/It inflates to more than 100 times its size\.$/),
    });
    expect(await post('br', padded(MB - 100))).toMatchObject({ status: 200 });
  });

  it('does not wait for slow senders, which hold no decoder', async () => {
    const body = brotliCompressSync(createEnvelope());
    const slow = Array.from({ length: 100 }, () => hold(body));
    await Promise.all(
      slow.map((socket) => eventually('a sender', () => socket.bytesWritten > 300)),
    );
    expect(await post('br', body)).toMatchObject({ status: 200 });
    expect(await Promise.all(Array.from({ length: 50 }, () => post('br', body)))).toEqual(
      Array.from({ length: 50 }, () => ({ status: 200, detail: '' })),
    );
    for (const socket of slow) socket.resetAndDestroy();
  });

  function hold(body: Buffer): Socket {
    const socket = connect(Number(new URL(relay.url).port), '127.0.0.1').on('error', () => {});
    socket.write(
      `POST ${relay.address.replace(relay.url, '')} HTTP/1.1\r\nHost: x\r\nContent-Encoding: br\r\nContent-Length: ${body.length}\r\n\r\n`,
    );
    socket.write(body.subarray(0, -1));
    return socket;
  }
});
