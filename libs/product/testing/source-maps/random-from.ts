import { createRandom } from '../../../../test/support/random.ts';

/** Gives whole numbers from 0 below a bound, the same ones for the same seed. */
export function randomFrom(seed: number): (below: number) => number {
  const random = createRandom(seed);
  return (below) => Math.floor(random() * below);
}
