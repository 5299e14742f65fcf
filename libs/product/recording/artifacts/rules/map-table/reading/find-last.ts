/**
 * Finds the last index from `low` to just before `high` whose value is at most `wanted`. When
 * several values equal `wanted`, returns the first of them, as other readers of source maps do.
 * Values must ascend.
 */
export function findLast(
  [low, high]: readonly [low: number, high: number],
  wanted: number,
  readValue: (index: number) => number,
): number | undefined {
  let first = low;
  let end = high;
  // Every value before `first` is less than `wanted`; every value from `end` on is not.
  while (first < end) {
    const middle = Math.floor((first + end) / 2);
    if (readValue(middle) < wanted) first = middle + 1;
    else end = middle;
  }
  if (first < high && readValue(first) === wanted) return first;
  return first > low ? first - 1 : undefined;
}
