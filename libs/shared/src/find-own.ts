/** Looks up a word that somebody chose. `constructor`, which every object inherits, finds nothing. */
export function findOwn<Value>(
  table: Readonly<Record<string, Value>>,
  word: string,
): Value | undefined {
  return Object.hasOwn(table, word) ? table[word] : undefined;
}
