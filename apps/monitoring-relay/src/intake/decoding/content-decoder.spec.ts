import { once } from 'node:events';
import { deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { describe, expect, it } from '@jest/globals';
import { MemoryBudget } from '../memory/memory-budget.ts';
import { type DecodingMeans, findDecoder } from './content-decoder.ts';

const MB = 1024 * 1024;

async function decode(name: string, body: Buffer): Promise<string> {
  const budget = new MemoryBudget({ maxBytes: MB, smallBytes: MB, maxLargeBytes: MB });
  const decoder = findDecoder(name)!({ share: budget.open() } as unknown as DecodingMeans);
  const pieces: Buffer[] = [];
  decoder.on('data', (piece: Buffer) => pieces.push(piece));
  decoder.end(body);
  await once(decoder, 'close');
  return Buffer.concat(pieces).toString();
}

describe('findDecoder', () => {
  it.each([
    ['gzip', gzipSync],
    ['x-gzip', gzipSync],
    [' GZIP ', gzipSync],
    ['deflate', deflateSync],
    ['deflate', deflateRawSync],
  ])('finds a decoder of "%s", in either form of deflate', async (name, encode) => {
    expect(await decode(name, encode('It broke.'))).toBe('It broke.');
  });

  it.each([undefined, '', 'identity'])('finds that a body of %s is not encoded', (name) => {
    expect(findDecoder(name)).toBeNull();
  });

  it.each(['zip', 'toString', 'gzip, gzip'])('finds no decoder of "%s"', (name) => {
    expect(findDecoder(name)).toBeUndefined();
  });
});
