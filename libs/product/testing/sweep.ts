import type { Stores } from '../create-stores.ts';

export async function sweepAll({ deletions }: Stores, nowMs: number): Promise<number> {
  let steps = 0;
  while (await deletions.sweep(nowMs)) steps += 1;
  return steps;
}
