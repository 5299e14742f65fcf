const SCALES = [
  { from: 1e9, suffix: 'B' },
  { from: 1e6, suffix: 'M' },
  { from: 1e3, suffix: 'k' },
] as const;

const EXACT_BELOW = 100_000;

/** Formats like `1,234`, the same in every locale. */
export function formatExactCount(count: number): string {
  const digits = String(Math.trunc(count));
  // Lists have hundreds of small counts, which need no grouping.
  return Math.abs(count) < 1000 ? digits : digits.replaceAll(/\B(?=(?:\d{3})+$)/g, ',');
}

/**
 * Formats like `99,999`, `123k` or `1.23M`, in at most six characters. Rounds down, so that the
 * text never overstates the count.
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
