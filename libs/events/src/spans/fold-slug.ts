const MOST_VALUES = 20;
const SLUG = '{slug}';

/**
 * Folds the part of a path that has twenty values among names that are equal elsewhere:
 * `GET /wares/red-lamp` becomes `GET /wares/{slug}`. The first part of a path stays. For names
 * with `isAddress` only, since routes are named by their framework.
 */
export function foldSlug(name: string, siblings: Iterable<string>): string {
  const parts = name.split('/');
  const values = parts.map(() => new Set<string>());
  for (const sibling of siblings) {
    const others = sibling.split('/');
    if (others.length !== parts.length) continue;
    const differing = findOnlyDifference(parts, others);
    if (differing !== undefined) values[differing]!.add(others[differing]!);
  }
  const at = values.findIndex(
    (each, index) => index > 1 && (each.has(SLUG) || each.size + 1 >= MOST_VALUES),
  );
  return at === -1 ? name : parts.with(at, SLUG).join('/');
}

function findOnlyDifference(a: readonly string[], b: readonly string[]): number | undefined {
  const first = a.findIndex((part, index) => part !== b[index]);
  const last = a.findLastIndex((part, index) => part !== b[index]);
  return first === last && first !== -1 ? first : undefined;
}
