import { expect, it } from '@jest/globals';
import { KeptBody, KeptBytes } from './kept-bytes.ts';

it('KeptBody keeps a small body, whole and in order', () => {
  const body = new KeptBody(new KeptBytes());
  const pieces = ['one', 'two'].map((text) => Buffer.from(text));
  for (const piece of pieces) body.add(piece);
  expect(body.allPieces).toEqual(pieces);
});

it('KeptBody keeps nothing of a body that is too large', () => {
  const body = new KeptBody(new KeptBytes());
  for (let count = 0; count < 5; count += 1) body.add(Buffer.alloc(64 * 1024));
  expect(body.allPieces).toBeUndefined();
});

it('KeptBytes bounds all bodies together, and reuses the room of dropped bodies', () => {
  const room = new KeptBytes(10);
  const first = new KeptBody(room);
  first.add(Buffer.alloc(8));
  const second = new KeptBody(room);
  second.add(Buffer.alloc(8));
  expect(second.allPieces).toBeUndefined();
  first.drop();
  const third = new KeptBody(room);
  third.add(Buffer.alloc(8));
  expect(third.allPieces).toHaveLength(1);
});
