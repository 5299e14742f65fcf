const LEAST = 0.0001;

/**
 * Returns a share from 0 to 1 as percent with at most two decimals, such as `99.87 %`. Rounds down,
 * so that less than everything never becomes `100 %`; a share above zero is at least `0.01 %`.
 */
export function formatShare(share: number): string {
  if (share >= 1) return '100 %';
  if (share <= 0) return '0 %';
  // The addend undoes errors of binary fractions: 0.57 * 10,000 is 5699.999….
  const hundredths = Math.floor(Math.max(share, LEAST) * 10_000 + 1e-6);
  return `${Math.min(hundredths, 9999) / 100} %`;
}
