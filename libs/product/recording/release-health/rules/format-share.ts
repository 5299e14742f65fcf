/**
 * Returns a share from 0 to 1 as percent with at most two decimals, such as `99.87 %`, or with one
 * decimal for columns, such as `99.0 %`. Rounds down, so that less than everything never becomes
 * `100 %`; a share above zero is at least `0.01 %`, or `0.1 %`.
 */
export function formatShare(share: number, decimals: 1 | 2 = 2): string {
  if (share >= 1) return '100 %';
  if (share <= 0) return '0 %';
  const parts = 10 ** decimals;
  // The addend undoes errors of binary fractions: 0.57 * 10,000 is 5699.999….
  const whole = Math.floor(share * 100 * parts + 1e-6);
  const percent = Math.min(Math.max(whole, 1), 100 * parts - 1) / parts;
  return `${decimals === 1 ? percent.toFixed(1) : percent} %`;
}
