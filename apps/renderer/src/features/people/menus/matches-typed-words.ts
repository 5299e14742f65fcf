/** Returns whether each typed word is the beginning of one of `words`. Ignores case. */
export function matchesTypedWords(typed: string, words: string): boolean {
  const known = words.toLowerCase().split(/[\s-]+/);
  return typed
    .toLowerCase()
    .split(/[\s-]+/)
    .every((begun) => known.some((word) => word.startsWith(begun)));
}
