import * as searchLimits from '../limits/search-limits.ts';

const PARTS = /\p{Lu}+(?!\p{Ll})|\p{Lu}?[\p{L}\p{M}]+?(?=\p{Lu}|\p{N}|$)|\p{N}+/gu;
const RUNS = /[\p{L}\p{M}\p{N}]+/gu;

/**
 * Returns the words under which a text is stored for searching: whole identifiers and their parts.
 * `loadCart2` gives `loadcart2`, `load`, `cart` and `2`. Each word appears once, in lower case, in
 * the order of the text. Returns at most 100 words of at most 64 characters.
 */
export function toSearchWords(text: string): string[] {
  const words = new Set<string>();
  for (const run of listRuns(text)) {
    for (const word of [run, ...toParts(run)]) {
      words.add(toWord(word));
      if (words.size === searchLimits.wordsKept) return [...words];
    }
  }
  return [...words];
}

/** Returns the words of a search: only the parts of identifiers, in the order of the text. */
export function toAskedWords(text: string): string[] {
  return Array.from(listRuns(text), toParts).flat().map(toWord);
}

/** Returns the words of a search with whole identifiers: `loadCart` gives `loadcart`. */
export function toWholeWords(text: string): string[] {
  return Array.from(listRuns(text), toWord);
}

function* listRuns(text: string): Generator<string> {
  for (const [run] of text.normalize('NFC').matchAll(RUNS)) yield run;
}

function toParts(run: string): readonly string[] {
  return run.match(PARTS) ?? [];
}

function toWord(word: string): string {
  return word.toLowerCase().slice(0, searchLimits.wordCharacters).toWellFormed();
}
