/**
 * Shares `budget` among parts. A part that costs less than an equal share gets exactly its cost,
 * and the other parts share the remaining budget. A large part therefore cannot displace a small
 * one.
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
