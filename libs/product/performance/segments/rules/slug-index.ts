const MOST_VALUES = 20;
const SLUG = '{slug}';

/**
 * Finds the part of addresses that has twenty values among names that are equal elsewhere:
 * `GET /wares/red-lamp` becomes `GET /wares/{slug}`. Routes stay out, since frameworks name them.
 */
export class SlugIndex {
  /** Names by what they are with one part folded. */
  readonly #names = new Map<string, Set<string>>();

  constructor(names: Iterable<string>) {
    for (const name of names) this.add(name);
  }

  add(name: string): void {
    for (const folded of listFolded(name)) this.#names.set(folded, this.list(folded).add(name));
  }

  delete(name: string): void {
    for (const folded of listFolded(name)) this.list(folded).delete(name);
  }

  /** Returns the name by which an address counts that was not added. */
  fold(name: string): string {
    const isFolded = (folded: string) =>
      this.list(folded).has(folded) || this.list(folded).size + 1 >= MOST_VALUES;
    return listFolded(name).find(isFolded) ?? name;
  }

  /** Lists the names that differ from a folded one in its part `{slug}` alone. */
  list(folded: string): Set<string> {
    return this.#names.get(folded) ?? new Set();
  }
}

/** Lists a name with one part folded. The first part of a path stays, and so do those beyond the eleventh. */
export function listFolded(name: string): readonly string[] {
  const parts = name.split('/');
  return parts.slice(2, 12).map((_, at) => parts.with(at + 2, SLUG).join('/'));
}
