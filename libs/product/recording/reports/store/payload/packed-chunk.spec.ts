import { randomBytes } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { packChunk, unpackChunk } from './packed-chunk.ts';

describe('a chunk of a file', () => {
  it.each([
    ['a log', Buffer.from('GET /checkout 500\n'.repeat(1000)), true],
    ['compressed bytes', randomBytes(10_000), false],
    ['a byte', Buffer.from('a'), false],
  ])(
    'stays the same when it has %s, and is packed only to save space: %#',
    (_, chunk, isPacked) => {
      const stored = packChunk(chunk);
      expect(stored.length < chunk.length).toBe(isPacked);
      expect(stored.length).toBeLessThanOrEqual(chunk.length);
      expect(unpackChunk(stored, chunk.length).equals(chunk)).toBe(true);
    },
  );

  it('is refused when it is damaged or longer than expected', () => {
    const stored = packChunk(Buffer.alloc(5000));
    expect(() => unpackChunk(stored.subarray(0, -1), 5000)).toThrow('unexpected end');
    expect(() => unpackChunk(stored, 4999)).toThrow('larger than 4999');
  });
});
