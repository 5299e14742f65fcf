import { expect, it } from '@jest/globals';
import { inChunks } from './chunks.ts';

it('inChunks returns more rows of a chunk than a call takes arguments', async () => {
  expect(await inChunks([1], async () => Array.from({ length: 500_000 }))).toHaveLength(500_000);
});
