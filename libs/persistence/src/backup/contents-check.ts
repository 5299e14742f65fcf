import type { DatabaseContents } from './database-copy.ts';

export function requireSameRows(
  expected: DatabaseContents['rows'],
  found: DatabaseContents['rows'],
): void {
  for (const table of new Set([...Object.keys(expected), ...Object.keys(found)])) {
    const [copied = 0, restored = 0] = [expected[table], found[table]];
    if (copied === restored) continue;
    throw new RangeError(`${table} has ${restored} rows where the backup says ${copied}`);
  }
}
