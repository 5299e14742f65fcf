/** Returns `3 rules` or `1 rule`, and `none` for 0. */
export function describeNumber(count: number, one: string, none: string): string {
  if (count === 0) return none;
  return count === 1 ? `1 ${one}` : `${count} ${one}s`;
}
