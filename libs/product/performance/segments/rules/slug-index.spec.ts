import { expect, it } from '@jest/globals';
import { SlugIndex } from './slug-index.ts';

const names = Array.from({ length: 19 }, (_, at) => `GET /wares/${'x'.repeat(at + 1)}/buy`);

it.each([
  ['GET /wares/{slug}/buy', 'GET /wares/lamp/buy', names],
  ['GET /wares/lamp/buy', 'GET /wares/lamp/buy', names.slice(1)],
  ['GET /wares/{slug}/buy', 'GET /wares/lamp/buy', ['GET /wares/{slug}/buy']],
  ['GET /wares/lamp/sell', 'GET /wares/lamp/sell', names],
  ['GET /lamp/buy', 'GET /lamp/buy', names.map((name) => name.replace('/wares', ''))],
])('SlugIndex · names "%s" what came as "%s" after %j', (folded, name, others) => {
  expect(new SlugIndex(others).fold(name)).toBe(folded);
});
