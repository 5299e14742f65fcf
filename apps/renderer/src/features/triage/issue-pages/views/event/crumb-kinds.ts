import type { Breadcrumb } from '#shared';

export interface CrumbKind {
  readonly name: string;
  readonly count: number;
}

/** Kinds that a reader can choose. `components.css` has one rule for each. */
const MAX_KINDS = 8;
const NAME_LENGTH = 40;
const OTHER = 'other';

/**
 * Lists the categories, the most frequent first. When there are too many, the last kind stands for
 * all further categories.
 */
export function listKinds(breadcrumbs: readonly Breadcrumb[]): readonly CrumbKind[] {
  const counts = new Map<string, number>();
  for (const step of breadcrumbs) {
    const name = nameOf(step);
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  const kinds = [...counts]
    .map(([name, count]) => ({ name, count }))
    .toSorted((one, other) => other.count - one.count);
  if (kinds.length <= MAX_KINDS) return kinds;
  const named = kinds.filter(({ name }) => name !== OTHER).slice(0, MAX_KINDS - 1);
  const left = named.reduce((sum, { count }) => sum - count, breadcrumbs.length);
  return [...named, { name: OTHER, count: left }];
}

export function findKind(kinds: readonly CrumbKind[], step: Breadcrumb): number {
  const index = kinds.findIndex(({ name }) => name === nameOf(step));
  return index === -1 ? kinds.length - 1 : index;
}

function nameOf({ category, type }: Breadcrumb): string {
  return (category || type || OTHER).slice(0, NAME_LENGTH);
}
