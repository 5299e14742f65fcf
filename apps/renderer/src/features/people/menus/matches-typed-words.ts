/** Whether each typed word begins one of these words, in any case. */
export function isMeant(typed: string, words: string): boolean {
  const known = words.toLowerCase().split(/[\s-]+/);
  return typed
    .toLowerCase()
    .split(/\s+/)
    .every((begun) => known.some((word) => word.startsWith(begun)));
}
