/**
 * The middle value; of an even number of values the mean of the two in the middle. Throws when there
 * is none.
 *
 * @param {readonly number[]} values
 */
export function median(values) {
  if (values.length === 0) throw new RangeError('There is no median of nothing.');
  const sorted = values.toSorted((one, other) => one - other);
  const upper = sorted[Math.floor(sorted.length / 2)];
  const lower = sorted[Math.ceil(sorted.length / 2) - 1];
  return (lower + upper) / 2;
}
