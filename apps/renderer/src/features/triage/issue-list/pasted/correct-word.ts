import { listNearest, toWholeWords } from '#shared';
import type { Search } from '#shared';

const SHORTEST = 4;

/**
 * Returns the search with the known word that is nearest to its first unknown one. Returns
 * undefined when all words are known, or when nothing is near.
 */
export function correctWord(search: Search, known: ReadonlySet<string>): Search | undefined {
  for (const term of search) {
    if (term.kind !== 'text' || term.isNegated) continue;
    const [word = '', ...others] = toWholeWords(term.text);
    if (others.length > 0 || word.length < SHORTEST || isKnown(word, known)) continue;
    const [text] = listNearest(word, known, 1);
    return text === undefined
      ? undefined
      : search.map((each) => (each === term ? { ...term, text } : each));
  }
  return undefined;
}

function isKnown(word: string, known: ReadonlySet<string>): boolean {
  return known.has(word) || [...known].some((each) => each.startsWith(word));
}
