/**
 * Shares `budget` among parts: one that costs no more than an equal share gets its cost, and what it leaves goes to
 * the others. So no part takes the place of another, and nothing is left out while there is room.
 */
export function toFairShares<Part extends string>(
  costs: Readonly<Record<Part, number>>,
  budget: number,
): Record<Part, number> {
  const cheapestFirst = Object.entries<number>(costs).toSorted(([, one], [, other]) => one - other);
  let left = Math.max(0, budget);
  const shares = cheapestFirst.map(([part, cost], index) => {
    const share = Math.min(cost, Math.floor(left / (cheapestFirst.length - index)));
    left -= share;
    return [part, share] as const;
  });
  return Object.fromEntries(shares) as Record<Part, number>;
}
