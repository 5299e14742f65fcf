import { expect, it } from '@jest/globals';
import { Slots } from './sender.ts';

const turns = async (): Promise<void> => {
  for (let turn = 0; turn < 10; turn += 1) await Promise.resolve();
};

it('Slots lets a set number of uses run at a time, and the others in their order', async () => {
  const slots = new Slots(2);
  const begun: number[] = [];
  const ends: (() => void)[] = [];
  const uses = [0, 1, 2, 3].map((number) =>
    slots.use(async () => {
      begun.push(number);
      await new Promise<void>((resolve) => ends.push(resolve));
      return number;
    }),
  );
  await turns();
  expect(begun).toEqual([0, 1]);
  ends[1]!();
  await turns();
  expect(begun).toEqual([0, 1, 2]);
  for (const at of [0, 2]) ends[at]!();
  await turns();
  ends[3]!();
  expect(await Promise.all(uses)).toEqual([0, 1, 2, 3]);
});

it('Slots frees a slot whose use failed', async () => {
  const slots = new Slots(1);
  await expect(slots.use(() => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
  expect(await slots.use(() => Promise.resolve('next'))).toBe('next');
});
