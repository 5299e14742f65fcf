import { createRandom } from '../../../../test/support/random.ts';

export function randomFrom(seed: number): (below: number) => number {
  const random = createRandom(seed);
  return (below) => Math.floor(random() * below);
}
