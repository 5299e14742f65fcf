interface Mentionable {
  readonly id: number;
  readonly email: string;
  readonly name?: string | undefined;
}

const WORD =
  /(?<![\p{L}\p{N}._%+-])@?(?<word>[\p{L}\p{N}_][\p{L}\p{N}._%+-]*(?:@[\p{L}\p{N}.-]+)?)/gu;

/**
 * Ids of the people whom a comment calls: by their address, or by `@` and their name without blanks (`@annlee`, `@ann.lee`), or
 * what stands before the `@` of their address. A name that several have calls nobody; their addresses do.
 */
export function findMentions(text: string, people: readonly Mentionable[]): number[] {
  const called = new Set<number>();
  const byHandle = listHandles(people);
  for (const { 0: whole, groups } of text.matchAll(WORD)) {
    const word = groups!['word']!.toLowerCase().replace(/[.-]+$/, '');
    if (!whole.startsWith('@') && !word.includes('@')) continue;
    const [only, ...others] = byHandle.get(word) ?? [];
    if (only !== undefined && others.length === 0) called.add(only);
  }
  return [...called];
}

/** Everything that a person may be called, in lower case, with the ids of all who are called so. */
function listHandles(people: readonly Mentionable[]): ReadonlyMap<string, readonly number[]> {
  const byHandle = new Map<string, readonly number[]>();
  for (const { id, email, name } of people) {
    const address = email.toLowerCase();
    const words = name?.toLowerCase().trim().split(/\s+/) ?? [];
    const names = ['', '.', '-', '_'].map((joint) => words.join(joint));
    const handles = new Set([address, address.slice(0, address.indexOf('@')), ...names, words[0]]);
    for (const handle of handles) {
      if (handle) byHandle.set(handle, [...(byHandle.get(handle) ?? []), id]);
    }
  }
  return byHandle;
}
