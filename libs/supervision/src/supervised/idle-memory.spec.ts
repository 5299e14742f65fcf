import { beforeEach, expect, it } from '@jest/globals';
import { IdleMemory } from './idle-memory.ts';

let utilisation: number;
let collections: number;
let memory: IdleMemory;

beforeEach(() => {
  utilisation = 0;
  collections = 0;
  memory = new IdleMemory({
    readUtilisation: () => {
      const read = utilisation;
      utilisation = 0;
      return read;
    },
    collect: async () => {
      collections += 1;
      utilisation = 0.5;
    },
  });
});

async function checkAfter(share: number): Promise<number> {
  utilisation = share;
  await memory.check();
  return collections;
}

it('gives back what starting took once that is over, and nothing again', async () => {
  expect(await checkAfter(0.8)).toBe(0);
  expect(await checkAfter(0.01)).toBe(1);
  await memory.check();
  expect(await checkAfter(0.02)).toBe(1);
});

it('leaves a process alone that works, and gives back after it', async () => {
  await memory.check();
  expect(await checkAfter(0.3)).toBe(1);
  expect(await checkAfter(0.9)).toBe(1);
  expect(await checkAfter(0)).toBe(2);
});
