export interface StepKind {
  readonly name: string;
  readonly count: number;
}

/** Kinds that a reader can choose. `components.css` has one rule for each. */
const MAX_KINDS = 8;
const NAME_LENGTH = 40;
const OTHER = 'other';

/**
 * Counts steps by the name of their kind, the most frequent first. When there are too many kinds,
 * the last one stands for all further kinds.
 */
export function listKinds(names: readonly string[]): readonly StepKind[] {
  const counts = new Map<string, number>();
  for (const each of names) {
    const name = toName(each);
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  const kinds = [...counts]
    .map(([name, count]) => ({ name, count }))
    .toSorted((one, other) => other.count - one.count);
  if (kinds.length <= MAX_KINDS) return kinds;
  const named = kinds.filter(({ name }) => name !== OTHER).slice(0, MAX_KINDS - 1);
  const left = named.reduce((sum, { count }) => sum - count, names.length);
  return [...named, { name: OTHER, count: left }];
}

/** Returns the number of the kind that counts the name. */
export function findKind(kinds: readonly StepKind[], kind: string): number {
  const index = kinds.findIndex(({ name }) => name === toName(kind));
  return index === -1 ? kinds.length - 1 : index;
}

function toName(kind: string): string {
  return (kind || OTHER).slice(0, NAME_LENGTH);
}
