import { expect, it } from '@jest/globals';

/** Makes a text of about `size` characters, or another input of this size. */
export interface Recipe<Input = string> {
  readonly name: string;
  readonly make: (size: number) => Input;
}

/** A reader of texts, the most characters that reach it, or `UNCUT`, and texts that may be dear. */
export type GrowthRow = readonly [
  name: string,
  bound: number,
  recipes: readonly Recipe[],
  run: (text: string) => unknown,
];

/** A reader without a bound of its own is measured up to here. */
export const UNCUT = 256 * 1024;
/** A doubled text may cost so many times as much: n log n passes, and n^1.5 (2.83) does not. */
const MOST_FOR_DOUBLE = 2.7;
/** Cheaper work passes, whatever it costs for a smaller text. */
const LEAST_MS = 2;
/** Work that seems to grow is measured so often, and the least times count. A fault stays dear. */
const ROUNDS = 20;
/**
 * All recipes pass a small part of the bound, where a fault costs milliseconds. The dearest ones
 * reach the next part.
 */
const STEPS = [
  { part: 64, dearest: Infinity },
  { part: 16, dearest: 24 },
  { part: 4, dearest: 3 },
  { part: 1, dearest: 1 },
];

/** Tests that no text costs a reader more than its length. */
export function itGrowsWithLength(rows: readonly GrowthRow[]): void {
  it.each(rows)('cannot make dear: %s', async (_, bound, recipes, run) => {
    expect(await findDear(bound, recipes, run)).toBeUndefined();
  });
}

/**
 * Measures a reader up to its bound. Returns a sentence about the first recipe whose cost grows
 * faster than its length.
 */
export async function findDear<Input>(
  bound: number,
  recipes: readonly Recipe<Input>[],
  run: (input: Input) => unknown,
): Promise<string | undefined> {
  let left = recipes.map((recipe) => ({ recipe, ms: 0 }));
  for (const { part, dearest } of STEPS) {
    const size = Math.ceil(bound / part);
    left = left.toSorted((one, other) => other.ms - one.ms).slice(0, dearest);
    for (const each of left) {
      const { name, make } = each.recipe;
      const fourthMs = each.ms;
      each.ms = await measure(run, make(size));
      if (each.ms < LEAST_MS || each.ms < MOST_FOR_DOUBLE ** 2 * fourthMs) continue;
      const ratio = await measureDoubling(run, make, size);
      if (ratio > MOST_FOR_DOUBLE) {
        return `${name}: a doubling to ${size} costs ${ratio.toFixed(1)} times as much`;
      }
    }
  }
  return undefined;
}

/**
 * Returns how many times as much a doubling costs, from an eighth of `size` on. Sizes take turns,
 * and differ by one in each round, so that no cache answers. The mean of the doublings and
 * their median have to grow, because one size alone may have a bad moment.
 */
async function measureDoubling<Input>(
  run: (input: Input) => unknown,
  make: Recipe<Input>['make'],
  size: number,
): Promise<number> {
  const leastMs = [Infinity, Infinity, Infinity, Infinity];
  let ratio = Infinity;
  for (let round = 0; round < ROUNDS && ratio > MOST_FOR_DOUBLE; round += 1) {
    for (const [index, part] of [8, 4, 2, 1].entries()) {
      const ms = await measure(run, make(size / part - round));
      leastMs[index] = Math.min(leastMs[index]!, ms);
    }
    if (leastMs[3]! < LEAST_MS) return 0;
    // A call costs something whatever its length.
    const costs = leastMs.map((ms) => Math.max(ms, LEAST_MS / 8));
    const doublings = [1, 2, 3].map((index) => costs[index]! / costs[index - 1]!);
    const median = doublings.toSorted((one, other) => one - other)[1]!;
    ratio = Math.min(Math.cbrt(costs[3]! / costs[0]!), median);
  }
  return ratio;
}

/** Measures the CPU time of this thread. Elapsed time would include other processes. */
async function measure<Input>(run: (input: Input) => unknown, input: Input): Promise<number> {
  const beforeMs = readCpuMs();
  await run(input);
  return readCpuMs() - beforeMs;
}

function readCpuMs(): number {
  // Linux updates the time of a running thread every 4 ms, or when asked for that of the process.
  process.cpuUsage();
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}
