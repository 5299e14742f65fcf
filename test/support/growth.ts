import { expect, it } from '@jest/globals';

/** Makes a text of about `size` characters. */
export interface Recipe {
  readonly name: string;
  readonly make: (size: number) => string;
}

/** A reader of texts, the most characters that reach it, or `UNCUT`, and texts that may be dear. */
export type GrowthRow = readonly [
  name: string,
  bound: number,
  recipes: readonly Recipe[],
  run: (text: string) => unknown,
];

/** A reader without a bound of its own is timed up to here. */
export const UNCUT = 256 * 1024;
/** A megabyte may cost 500 ms of CPU. Specs share their machine, so they give it double. */
const MS_PER_CHARACTER = 1000 / 1024 ** 2;
/** A fourfold text may cost so much more, which is 2.6 times for each doubling. */
const MOST_GROWTH = 2.6 ** 2;
/** The kernel counts CPU time by ticks, so a thread may have worked this much longer. */
const TICK_MS = 4;
/** Each call costs something whatever its length. */
const LEAST_MS = TICK_MS + 2;
/** A dear text is timed again so often, and its least times count. A fault stays dear. */
const RETRIALS = 20;
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
 * Times a reader up to its bound. Returns a sentence about the first recipe that costs too much for
 * its length, or four times the text of which costs more than `MOST_GROWTH` times as much.
 */
export async function findDear(
  bound: number,
  recipes: readonly Recipe[],
  run: GrowthRow[3],
): Promise<string | undefined> {
  let left = recipes.map((recipe) => ({ recipe, ms: 0 }));
  for (const { part, dearest } of STEPS) {
    const size = Math.ceil(bound / part);
    left = left.toSorted((one, other) => other.ms - one.ms).slice(0, dearest);
    for (const each of left) {
      const { name, make } = each.recipe;
      let fourthMs = each.ms;
      each.ms = await time(run, make(size));
      for (let again = 0; again < RETRIALS && isDear(size, each.ms, fourthMs); again += 1) {
        fourthMs = Math.min(fourthMs, await time(run, make(size / 4)));
        each.ms = Math.min(each.ms, await time(run, make(size)));
      }
      if (isDear(size, each.ms, fourthMs)) {
        const least = [fourthMs, each.ms].map((ms) => `${ms.toFixed(1)} ms`).join(' and ');
        return `${name}: ${least} for ${size / 4} and ${size} characters`;
      }
    }
  }
  return undefined;
}

function isDear(size: number, ms: number, msOfFourth: number): boolean {
  const isGrowing = msOfFourth > LEAST_MS && ms > MOST_GROWTH * msOfFourth;
  return isGrowing || ms > LEAST_MS + MS_PER_CHARACTER * size;
}

/** Elapsed time includes other processes, and CPU time of a thread is exact to a tick alone. */
async function time(run: GrowthRow[3], text: string): Promise<number> {
  const startMs = performance.now();
  const before = process.threadCpuUsage();
  await run(text);
  const elapsedMs = performance.now() - startMs;
  const { user, system } = process.threadCpuUsage(before);
  return Math.min(elapsedMs, (user + system) / 1000 + TICK_MS);
}
