import { brotliCompressSync, constants } from 'node:zlib';
import { describe, expect, it } from '@jest/globals';
import { decodeBrotli } from './decode-brotli.ts';

const read = (body: Uint8Array): Buffer => Buffer.concat([...decodeBrotli(body)]);

const text = Buffer.from('An event of an application. '.repeat(20_000));
const encoded = brotliCompressSync(text);
/** Brotli's default quality takes seconds for large input. */
const FAST = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };

describe('decodeBrotli', () => {
  const toByte = (_: unknown, index: number) => (index * index * 7919) >> 5;

  it.each([
    ['text', text],
    ['an empty body', Buffer.alloc(0)],
    ['bytes that cannot be compressed', Buffer.from(Array.from({ length: 200_000 }, toByte))],
  ])('decodes %s', (_, plain) => {
    expect(read(brotliCompressSync(plain)).equals(plain)).toBe(true);
  });

  it('decodes only the piece that is asked for', () => {
    const bomb = brotliCompressSync(Buffer.alloc(64 * 1024 * 1024), FAST);
    const pieces = decodeBrotli(bomb);
    const { value } = pieces.next() as { value: Uint8Array };
    expect(value.length).toBeLessThanOrEqual(64 * 1024);
    expect(pieces.return(undefined).done).toBe(true);
  });

  it('also yields between 64 KiB of the body that decode to nothing', () => {
    // A window of 64 KiB, metadata of 64 KiB, and the end (RFC 7932, section 9.2).
    const metadata = Buffer.from(`ccff7f${'00'.repeat(64 * 1024)}03`, 'hex');
    expect([...decodeBrotli(metadata)].map(({ length }) => length)).toEqual([0, 0]);
  });

  const { BROTLI_PARAM_LARGE_WINDOW, BROTLI_PARAM_LGWIN } = constants;
  const params = { [BROTLI_PARAM_LARGE_WINDOW]: 1, [BROTLI_PARAM_LGWIN]: 30 };
  const EARLY = 'The compressed body ends early.';
  const LATE = 'The body goes on after the end of its compressed data.';

  it.each([
    ['no Brotli', Buffer.from([255, 255, 255, 255, 1, 2, 3]), /./],
    ['empty', Buffer.alloc(0), EARLY],
    ['cut', encoded.subarray(0, -1), EARLY],
    ['followed by more', Buffer.concat([encoded, Buffer.from('x')]), LATE],
    ['encoded with a window over 16 MiB', brotliCompressSync(text, { params }), 'large'],
  ])('throws for a body that is %s', (_, body, reason) => {
    expect(() => read(body)).toThrow(reason);
  });
});
