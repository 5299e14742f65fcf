/**
 * Lists the ids of rows whose `isOwned` equals `owned`. SQLite returns 0 and 1 instead of booleans.
 */
export function listIds(
  rows: readonly { readonly id: number; readonly isOwned: unknown }[],
  owned: boolean,
): number[] {
  return rows.filter((row) => Boolean(row.isOwned) === owned).map(({ id }) => id);
}
