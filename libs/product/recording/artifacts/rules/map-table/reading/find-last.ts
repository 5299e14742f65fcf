/**
 * Finds the last index from `low` to `high`, without `high`, whose value is at most `wanted`. Of equal values it is the first
 * of them when they are `wanted` itself, as other readers of source maps choose. Values ascend.
 */
export function findLast(
  [low, high]: readonly [low: number, high: number],
  wanted: number,
  readValue: (index: number) => number,
): number | undefined {
  let first = low;
  let end = high;
  // Each value before `first` is less than `wanted`, each from `end` on is not.
  while (first < end) {
    const middle = Math.floor((first + end) / 2);
    if (readValue(middle) < wanted) first = middle + 1;
    else end = middle;
  }
  if (first < high && readValue(first) === wanted) return first;
  return first > low ? first - 1 : undefined;
}
