/** Groups rows by their name, in the order of the first row of each group. */
export function groupByName<Row>(
  rows: readonly Row[],
  toName: (row: Row) => string,
): ReadonlyMap<string, readonly Row[]> {
  const groups = new Map<string, Row[]>();
  for (const row of rows) {
    const name = toName(row);
    const group = groups.get(name);
    if (group) group.push(row);
    else groups.set(name, [row]);
  }
  return groups;
}
