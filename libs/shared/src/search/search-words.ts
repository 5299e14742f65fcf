import * as searchLimits from '../limits/search-limits.ts';

const PARTS = /\p{Lu}+(?!\p{Ll})|\p{Lu}?[\p{L}\p{M}]+?(?=\p{Lu}|\p{N}|$)|\p{N}+/gu;
const RUNS = /[\p{L}\p{M}\p{N}]+/gu;

/**
 * Returns the words by which a text is found: whole identifiers and their parts, so that
 * `loadCart2` gives `loadcart2`, `load`, `cart` and `2`. Each word appears once, in lower case, in
 * its order. Keeps the first 100 words, and 64 characters of each.
 */
export function toSearchWords(text: string): string[] {
  const words = new Set<string>();
  for (const run of toRuns(text)) {
    for (const word of [run, ...toParts(run)]) {
      words.add(toWord(word));
      if (words.size === searchLimits.wordsKept) return [...words];
    }
  }
  return [...words];
}

/** Returns the words to search for: only the parts of identifiers, in their order. */
export function toAskedWords(text: string): string[] {
  return toRuns(text).flatMap(toParts).map(toWord);
}

function toRuns(text: string): readonly string[] {
  return text.normalize('NFC').match(RUNS) ?? [];
}

function toParts(run: string): readonly string[] {
  return run.match(PARTS) ?? [];
}

function toWord(word: string): string {
  return word.toLowerCase().slice(0, searchLimits.wordCharacters).toWellFormed();
}
