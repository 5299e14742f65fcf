import { once } from 'node:events';
import * as zlib from 'node:zlib';
import { randomBytes } from 'node:crypto';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { MemoryBudget } from '../memory/memory-budget.ts';
import { GATHERED_BYTES, INFLATION_BYTES, type Inflation, ZlibDecoder } from './zlib-decoder.ts';

const { gzipSync, deflateSync, deflateRawSync } = zlib;
const gzip: Inflation = { whole: zlib.gunzipSync, stream: zlib.createGunzip };
const inflate: Inflation = { whole: zlib.inflateSync, stream: zlib.createInflate };
const raw: Inflation = { whole: zlib.inflateRawSync, stream: zlib.createInflateRaw };
const formats = [
  ['gzip', gzip, gzipSync],
  ['zlib', inflate, deflateSync],
  ['raw deflate', raw, deflateRawSync],
] as const;

const KB = 1024;
const sizes = [
  ['is small', randomBytes(5 * KB)],
  ['is empty', Buffer.alloc(0)],
  ['is small until it is decoded', Buffer.alloc(1000 * KB)],
  ['is whole before a decoder is opened', randomBytes(30 * KB)],
  ['is not whole before a decoder is opened', randomBytes(200 * KB)],
] as const;

let budget: MemoryBudget;

beforeEach(() => {
  const maxBytes = 1024 * KB;
  budget = new MemoryBudget({ maxBytes, smallBytes: maxBytes, maxLargeBytes: maxBytes });
});

function open(inflation: Inflation = gzip): ZlibDecoder {
  return new ZlibDecoder(() => inflation, budget.open());
}

async function read(decoder: ZlibDecoder, body: Buffer, pieceBytes = 10_000): Promise<Buffer> {
  const pieces: Buffer[] = [];
  decoder.on('data', (piece: Buffer) => pieces.push(piece));
  for (let offset = 0; offset < body.length; offset += pieceBytes) {
    decoder.write(body.subarray(offset, offset + pieceBytes));
  }
  decoder.end();
  await once(decoder, 'close');
  return Buffer.concat(pieces);
}

async function write(decoder: ZlibDecoder, bytes: Buffer): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    decoder.once('error', reject);
    decoder.write(bytes, () => resolve());
  });
}

describe.each(formats)('a ZlibDecoder of %s', (_, inflation, encode) => {
  it.each(sizes)('decodes a body that %s, and holds nothing afterwards', async (_size, body) => {
    expect((await read(open(inflation), encode(body))).equals(body)).toBe(true);
    expect(budget.bytesHeld).toBe(0);
  });

  it.each(sizes)('refuses a body that %s and ends late or early', async (_size, body) => {
    const longer = Buffer.concat([encode(body), Buffer.from('and more')]);
    const late = /goes on after the end of its compressed data|incorrect header check/;
    await expect(read(open(inflation), longer)).rejects.toThrow(late);
    const cut = read(open(inflation), encode(body).subarray(0, -1));
    await expect(cut).rejects.toMatchObject({ code: 'Z_BUF_ERROR' });
  });
});

describe('the memory of a ZlibDecoder', () => {
  it('counts as the bytes received, until the decoder opens', async () => {
    const decoder = open();
    const body = gzipSync(randomBytes(100 * KB));
    await write(decoder, body.subarray(0, GATHERED_BYTES - 1));
    expect(budget.bytesHeld).toBe(GATHERED_BYTES - 1);
    decoder.resume();
    await write(decoder, body.subarray(GATHERED_BYTES - 1, GATHERED_BYTES));
    expect(budget.bytesHeld).toBe(INFLATION_BYTES);
    await write(decoder, body.subarray(GATHERED_BYTES, GATHERED_BYTES + 100));
    expect(budget.bytesHeld).toBe(INFLATION_BYTES);
    await once(decoder.destroy(), 'close');
    expect(budget.bytesHeld).toBe(0);
  });

  it('is refused where the budget of all requests has no room for a decoder', async () => {
    const others = budget.open();
    others.take(1024 * KB - INFLATION_BYTES - 29 * KB);
    const body = gzipSync(randomBytes(30 * KB - 100));
    await expect(read(open(), body)).rejects.toMatchObject({ code: 'relay.busy' });
    others.giveBack();
    expect(await read(open(), body)).toHaveLength(30 * KB - 100);
  });

  it('is refused where the budget has no room for the bytes received', async () => {
    budget.open().take(1024 * KB - 100);
    const reading = read(open(), gzipSync(randomBytes(200)));
    await expect(reading).rejects.toMatchObject({ code: 'relay.busy' });
  });
});
