import { brotliCompressSync, constants } from 'node:zlib';
import { describe, expect, it } from '@jest/globals';
import { decodeBrotli } from './decode-brotli.ts';

const read = (body: Uint8Array): Buffer => Buffer.concat([...decodeBrotli(body)]);

const text = Buffer.from('An event of an application. '.repeat(20_000));
const encoded = brotliCompressSync(text);
/** Brotli's default quality takes seconds for large input. */
const FAST = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };

describe('decodeBrotli', () => {
  it.each([
    ['text', text, encoded],
    ['an empty body', Buffer.alloc(0), brotliCompressSync('')],
    [
      'bytes that cannot be compressed',
      Buffer.from(Array.from({ length: 200_000 }, (_, index) => (index * index * 7919) >> 5)),
      undefined,
    ],
  ])('decodes %s', (_, plain, body = brotliCompressSync(plain)) => {
    expect(read(body).equals(plain)).toBe(true);
  });

  it('decodes only the piece that is asked for', () => {
    const bomb = brotliCompressSync(Buffer.alloc(64 * 1024 * 1024), FAST);
    const pieces = decodeBrotli(bomb);
    const { value } = pieces.next() as { value: Uint8Array };
    expect(value.length).toBeLessThanOrEqual(64 * 1024);
    expect(pieces.return(undefined).done).toBe(true);
  });

  const largeWindow = {
    [constants.BROTLI_PARAM_LARGE_WINDOW]: 1,
    [constants.BROTLI_PARAM_LGWIN]: 30,
  };

  it.each([
    ['no Brotli', Buffer.from([255, 255, 255, 255, 1, 2, 3]), /./],
    ['empty', Buffer.alloc(0), 'The compressed body ends early.'],
    ['cut', encoded.subarray(0, -1), 'The compressed body ends early.'],
    [
      'followed by more',
      Buffer.concat([encoded, Buffer.from('x')]),
      'The body goes on after the end of its compressed data.',
    ],
    [
      'encoded with a window over 16 MiB',
      brotliCompressSync(text, { params: largeWindow }),
      'large',
    ],
  ])('throws for a body that is %s', (_, body, reason) => {
    expect(() => read(body)).toThrow(reason);
  });
});
