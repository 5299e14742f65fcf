const SCALES = [
  { from: 1e9, suffix: 'B' },
  { from: 1e6, suffix: 'M' },
  { from: 1e3, suffix: 'k' },
] as const;

const EXACT_BELOW = 100_000;

/** Returns every digit, grouped like `1,234`, the same in every locale. */
export function formatExactCount(count: number): string {
  const digits = String(Math.trunc(count));
  // Small counts have nothing to group, and lists have hundreds of them.
  return Math.abs(count) < 1000 ? digits : digits.replaceAll(/\B(?=(?:\d{3})+$)/g, ',');
}

/**
 * Returns at most six characters: `99,999`, above that `123k` and `1.23M`. Rounds down, so that the
 * text never overstates.
 */
export function formatCount(count: number): string {
  const scale = count >= EXACT_BELOW && SCALES.find(({ from }) => count >= from);
  if (!scale) return formatExactCount(count);
  const scaled = count / scale.from;
  const digits = scaled >= 100 ? 0 : scaled >= 10 ? 1 : 2;
  const factor = 10 ** digits;
  return `${(Math.floor(scaled * factor) / factor).toFixed(digits)}${scale.suffix}`;
}

export function formatQuantity(count: number, one: string, many = `${one}s`): string {
  return `${formatExactCount(count)} ${count === 1 ? one : many}`;
}
