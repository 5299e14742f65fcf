import { expect, it } from '@jest/globals';
import { withinCpu } from './gather-pieces.ts';

it('withinCpu throws after 2 s of CPU, also at a piece that is empty', () => {
  const readings = [7, 1007, 2007, 2008];
  const decoded = [3, 2, 0].map((length) => new Uint8Array(length));
  const pieces = withinCpu(decoded, () => readings.shift()!);
  expect([pieces.next().value?.length, pieces.next().value?.length]).toEqual([3, 2]);
  expect(() => pieces.next()).toThrow('It takes more than 2 seconds.');
});
