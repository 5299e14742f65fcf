import { expect, it } from '@jest/globals';
import { chooseNamed } from './choose-named.ts';

const SEGMENTS = ['GET /', 'GET /orders', 'POST /orders', 'GET /wares/{slug}', 'GET /wares/new'];

it.each([
  ['GET /wares/lamp', 'GET /wares/{slug}'],
  ['/wares/lamp', 'GET /wares/{slug}'],
  ['/wares/new', 'GET /wares/new'],
  ['POST /wares/lamp', undefined],
  ['GET /wares/lamp/parts', undefined],
  ['POST /orders', 'POST /orders'],
  // Two methods fit, and the event tells none.
  ['/orders', undefined],
  ['/', 'GET /'],
  ['nightly', undefined],
])('chooseNamed finds for %s the segment %s', (name, found) => {
  const segments = SEGMENTS.map((each) => ({ name: each }));
  expect(chooseNamed(segments, name)?.name).toBe(found);
});
