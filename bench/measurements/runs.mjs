/**
 * Runs several measurements in turn, A B C A B C, so that other work on the machine affects all of
 * them alike.
 *
 * @template {string} Name
 * @param {number} count
 * @param {Record<Name, () => Promise<number>>} takes
 * @returns {Promise<Record<Name, number[]>>} the values of all runs, by name
 */
export async function inTurns(count, takes) {
  const values = Object.fromEntries(Object.keys(takes).map((name) => [name, []]));
  for (let run = 0; run < count; run += 1) {
    for (const [name, take] of Object.entries(takes)) values[name].push(await take());
  }
  return values;
}

/**
 * Takes ours and its bare counterpart side by side, in each run of every pair. The one that begins
 * changes from run to run.
 *
 * @template {string} Name
 * @param {number} count
 * @param {Record<Name, { ours: () => Promise<number>, bare: () => Promise<number> }>} pairs
 * @returns {Promise<{ figure: Name, ours: number[], bare: number[] }[]>}
 */
export async function inPairs(count, pairs) {
  const readings = Object.keys(pairs).map((figure) => ({ figure, ours: [], bare: [] }));
  for (let run = 0; run < count; run += 1) {
    for (const reading of readings) {
      const order = run % 2 === 0 ? ['ours', 'bare'] : ['bare', 'ours'];
      for (const side of order) reading[side].push(await pairs[reading.figure][side]());
    }
  }
  return readings;
}
