/** `3 rules`, `1 rule`, and for 0 what `none` says. */
export function describeNumber(count: number, one: string, none: string): string {
  if (count === 0) return none;
  return count === 1 ? `1 ${one}` : `${count} ${one}s`;
}
