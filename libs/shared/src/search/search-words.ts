import * as searchLimits from '../limits/search-limits.ts';

/** Runs of one kind: capitals before a word (`HTTP` of `HTTPError`), a word, digits. */
const PARTS = /\p{Lu}+(?!\p{Ll})|\p{Lu}?[\p{L}\p{M}]+?(?=\p{Lu}|\p{N}|$)|\p{N}+/gu;
const RUNS = /[\p{L}\p{M}\p{N}]+/gu;

/**
 * The words by which a text is found: identifiers as a whole and in their parts, so that `loadCart2` has `loadcart2`,
 * `load`, `cart` and `2`. Each once, in lower case, in their order; the first 100, and 64 characters of each.
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

/** The words that are searched for by a text: identifiers in their parts alone, in their order. */
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
