import { expect, it } from '@jest/globals';
import { randomBytes } from 'node:crypto';
import { createRandom } from '../../../../test/support/random.ts';
import { GatheredBytes } from './gathered-bytes.ts';

it('GatheredBytes gives back the bytes that were added, in pieces of any size', () => {
  const random = createRandom(7);
  const bytes = randomBytes(300_000);
  const gathered = new GatheredBytes();
  for (let offset = 0; offset < bytes.length;) {
    const length = Math.floor(random() ** 3 * 5000);
    gathered.add(bytes.subarray(offset, offset + length));
    offset += length;
  }
  expect(gathered.join().equals(bytes)).toBe(true);
  gathered.add(Buffer.from('more'));
  const longer = Buffer.concat([bytes, Buffer.from('more')]);
  expect(Buffer.concat(gathered.take()).equals(longer)).toBe(true);
  expect(gathered.take()).toEqual([]);
});

it('GatheredBytes joins small pieces into blocks that are hardly larger than the pieces', () => {
  const gathered = new GatheredBytes();
  for (let count = 0; count < 100_000; count += 1) gathered.add(Buffer.from('x'));
  const pieces = gathered.take();
  expect(pieces.length).toBeLessThan(10);
  const heldBytes = new Set(pieces.map(({ buffer }) => buffer));
  expect([...heldBytes].reduce((sum, { byteLength }) => sum + byteLength, 0)).toBeLessThan(120_000);
});

it('GatheredBytes keeps large pieces without copying them', () => {
  const piece = randomBytes(25_000);
  const gathered = new GatheredBytes();
  gathered.add(piece);
  expect(gathered.join()).toBe(piece);
});
