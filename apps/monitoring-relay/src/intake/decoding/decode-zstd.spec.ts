import { beforeAll, describe, expect, it } from '@jest/globals';
import { Zstd } from '@hpcc-js/wasm-zstd';
import { decodeZstd, loadZstd } from './decode-zstd.ts';

const read = (body: Uint8Array): Buffer => Buffer.concat([...decodeZstd(Buffer.from(body))]);

const toLine = (_: unknown, index: number) => `${(index * 7919).toString(36)} failed.`;
const text = Buffer.from(Array.from({ length: 20_000 }, toLine).join('\n'));

let zstd: Zstd;
let encoded: Buffer;

beforeAll(async () => {
  await loadZstd();
  zstd = await Zstd.load();
  encoded = Buffer.from(zstd.compress(text));
});

function encodeInPieces(plain: Buffer, pieceBytes: number): Buffer {
  zstd.reset();
  const parts: Uint8Array[] = [];
  for (let offset = 0; offset < plain.length; offset += pieceBytes) {
    parts.push(zstd.compressChunk(plain.subarray(offset, offset + pieceBytes)).slice());
  }
  return Buffer.concat([...parts, zstd.compressEnd()]);
}

describe('decodeZstd', () => {
  it.each([0, 1, 255, 256, 65_792, 131_072, 131_073, 200_000])('decodes %i bytes', (bytes) => {
    expect(read(zstd.compress(text.subarray(0, bytes))).equals(text.subarray(0, bytes))).toBe(true);
  });

  it.each([1, 3, 19])('decodes text that was encoded at level %i', (level) => {
    expect(read(zstd.compress(text, level)).equals(text)).toBe(true);
  });

  it.each([999, 100_000, 150_000])('decodes blocks of %i bytes', (bytes) => {
    expect(read(encodeInPieces(text, bytes)).equals(text)).toBe(true);
  });

  it('decodes only the piece that is asked for', () => {
    const pieces = decodeZstd(Buffer.from(zstd.compress(Buffer.alloc(64 * 1024 * 1024))));
    const { value } = pieces.next() as { value: Uint8Array };
    expect(value.length).toBeLessThanOrEqual(128 * 1024);
  });

  const withWindow = (exponent: number): Buffer =>
    Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 0, exponent << 3, 1, 0, 0]);

  const hex = (bytes: string) => () => Buffer.from(bytes, 'hex');
  const EARLY = 'The compressed body ends early.';
  const LONG = 'The body goes on after the end of its compressed data.';

  it.each<[string, () => Buffer, string]>([
    ['no Zstandard', () => Buffer.from('hello, world'), 'The body is not Zstandard.'],
    ['empty', () => Buffer.alloc(0), EARLY],
    ['cut', () => encoded.subarray(0, -1), EARLY],
    ['cut within its header', () => encoded.subarray(0, 5), EARLY],
    ['followed by more', () => Buffer.concat([encoded, Buffer.from('x')]), LONG],
    ['made of two frames', () => Buffer.concat([encoded, encoded]), LONG],
    ['encoded with a window over 8 MiB', () => withWindow(14), 'is too large.'],
    ['encoded with a window as large as its content', hex('28b52ffda0010000ff010000'), 'large'],
    ['encoded with a dictionary', hex('28b52ffd210100'), 'The compressed body needs a dictionary.'],
    ['encoded with an unknown block', hex('28b52ffd2000070000'), 'of an unknown kind'],
  ])('throws for a body that is %s', (_, createBody, reason) => {
    expect(() => read(createBody())).toThrow(reason);
  });

  it('accepts a window of 8 MiB', () => {
    expect(read(withWindow(13))).toHaveLength(0);
  });

  it('ends over a body that is damaged at any place', () => {
    const reasons = new Set<string>();
    for (let offset = 10; offset < encoded.length; offset += 97) {
      const damaged = Buffer.from(encoded);
      damaged[offset]! ^= 0x5a;
      try {
        expect(read(damaged).length).toBeLessThanOrEqual(text.length);
      } catch (error) {
        reasons.add((error as Error).message);
      }
    }
    expect(reasons).toContain('It is damaged.');
  });
});
