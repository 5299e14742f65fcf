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
