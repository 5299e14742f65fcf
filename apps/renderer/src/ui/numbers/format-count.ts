const SCALES = [
  { from: 1e9, suffix: 'B' },
  { from: 1e6, suffix: 'M' },
  { from: 1e3, suffix: 'k' },
] as const;

const EXACT_BELOW = 100_000;

/** `1,234`: every digit, grouped, the same in every locale. */
export function formatExactCount(count: number): string {
  const digits = String(Math.trunc(count));
  // Nothing to group; lists have hundreds of them.
  return Math.abs(count) < 1000 ? digits : digits.replaceAll(/\B(?=(?:\d{3})+$)/g, ',');
}

/** At most six characters wide: `99,999`, then `123k`, `1.23M`, rounded down so that it never overstates. */
export function formatCount(count: number): string {
  const scale = count >= EXACT_BELOW && SCALES.find(({ from }) => count >= from);
  if (!scale) return formatExactCount(count);
  const scaled = count / scale.from;
  const digits = scaled >= 100 ? 0 : scaled >= 10 ? 1 : 2;
  const factor = 10 ** digits;
  return `${(Math.floor(scaled * factor) / factor).toFixed(digits)}${scale.suffix}`;
}

/** `1 event`, `2 events`: for text that is read out. */
export function formatQuantity(count: number, one: string, many = `${one}s`): string {
  return `${formatExactCount(count)} ${count === 1 ? one : many}`;
}
