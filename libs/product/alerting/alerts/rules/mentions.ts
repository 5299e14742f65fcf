interface Mentionable {
  readonly id: number;
  readonly email: string;
  readonly name?: string | undefined;
}

const WORD =
  /(?<![\p{L}\p{N}._%+-])@?(?<word>[\p{L}\p{N}_][\p{L}\p{N}._%+-]*(?:@[\p{L}\p{N}.-]+)?)/gu;

/**
 * Finds the ids of people whom a comment mentions. A mention is an email address, or `@` and a
 * name. The name may be a full name without spaces (`@annlee`, `@ann.lee`), a first name, or the
 * local part of an address.
 *
 * A name that several people share mentions none of them.
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
