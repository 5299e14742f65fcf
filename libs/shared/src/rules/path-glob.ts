import { toLowerAscii } from '../search/match-pattern.ts';
import type { Piece } from '../search/scan.ts';

const SLASH = 0x2f;
const WORD = 32;

/**
 * Kind of a wildcard before a character of the pattern. `within` (`*`) stays inside a folder's
 * name, `anything` (`**`) crosses folders. `folders` is `**` between slashes or before the first
 * slash, and stands for any number of whole folders.
 */
type Wildcard = 'within' | 'anything' | 'folders';

export interface PathGlob {
  readonly length: number;
  /**
   * Longest text that every matching path contains. Checked first, because most paths do not
   * contain this text.
   */
  readonly literal: string;
  /**
   * For each character, a bit set of the places in the pattern that directly follow this character.
   */
  readonly behind: ReadonlyMap<number, Int32Array>;
  /** For each kind of wildcard, a bit set of the places in the pattern that have this wildcard. */
  readonly gaps: Readonly<Record<Wildcard, Int32Array>>;
}

/**
 * Compiles a pattern. `*` and `**` are wildcards, except in quotes. Backslashes count as slashes,
 * and case does not matter.
 */
export function toPathGlob(pieces: readonly Piece[]): PathGlob {
  const characters: number[] = [];
  const gaps = new Map<number, Wildcard>();
  for (const { text, isQuoted } of pieces) {
    const normal = toMatchedPath(text);
    for (let at = 0; at < normal.length; at += 1) {
      if (isQuoted || normal[at] !== '*') {
        characters.push(normal.charCodeAt(at));
        continue;
      }
      const from = at;
      while (normal[at + 1] === '*') at += 1;
      const place = characters.length;
      const before = gaps.get(place);
      const isFolder = before === undefined ? isFolderStart(characters) : before === 'folders';
      const stars = at + 1 - from;
      if (stars > 1 && isFolder && normal[at + 1] === '/') {
        gaps.set(place, 'folders');
        at += 1;
      } else gaps.set(place, widen(before, stars));
    }
  }
  return makeReady(characters, gaps);
}

function widen(before: Wildcard | undefined, stars: number): Wildcard {
  return stars > 1 || (before !== undefined && before !== 'within') ? 'anything' : 'within';
}

function isFolderStart(characters: readonly number[]): boolean {
  return characters.length === 0 || characters.at(-1) === SLASH;
}

function makeReady(characters: readonly number[], gaps: ReadonlyMap<number, Wildcard>): PathGlob {
  const { length } = characters;
  const places = (which: readonly number[]): Int32Array => {
    const bits = new Int32Array(Math.floor(length / WORD) + 1);
    for (const place of which) bits[Math.floor(place / WORD)]! |= 1 << (place % WORD);
    return bits;
  };
  const behind = new Map<number, number[]>();
  for (const [place, code] of characters.entries()) {
    behind.set(code, [...(behind.get(code) ?? []), place + 1]);
  }
  const having = (gap: Wildcard): Int32Array =>
    places([...gaps].flatMap(([place, each]) => (each === gap ? [place] : [])));
  return {
    length,
    literal: findLongestLiteral(characters, gaps),
    behind: new Map([...behind].map(([code, which]) => [code, places(which)])),
    gaps: { within: having('within'), anything: having('anything'), folders: having('folders') },
  };
}

function findLongestLiteral(
  characters: readonly number[],
  gaps: ReadonlyMap<number, unknown>,
): string {
  let longest = '';
  let from = 0;
  for (let to = 1; to <= characters.length; to += 1) {
    if (to < characters.length && !gaps.has(to)) continue;
    if (to - from > longest.length) longest = String.fromCharCode(...characters.slice(from, to));
    from = to;
  }
  return longest;
}

/**
 * Returns true when the whole path matches. `text` must come from `toMatchedPath`.
 *
 * Follows all possible matches at once, 32 places of the pattern in one operation. For any input,
 * the time is at most proportional to the path's length times a 32nd of the pattern's length.
 */
export function matchesPath(text: string, { length, literal, behind, gaps }: PathGlob): boolean {
  if (!text.includes(literal)) return false;
  const words = gaps.within.length;
  const { within, anything, folders } = gaps;
  /**
   * Bit sets of places in the pattern. `reached` has the places reached so far, and `named` has the
   * places reached inside a folder's name.
   */
  const reached = new Int32Array(words);
  const named = new Int32Array(words);
  reached[0] = 1;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    const isSlash = code === SLASH;
    const taken = behind.get(code);
    let [carry, any] = [0, 0];
    for (let word = 0; word < words; word += 1) {
      const from = reached[word]!;
      const inFolder = (from | named[word]!) & folders[word]!;
      let to = taken ? ((from << 1) | carry) & taken[word]! : 0;
      to |= from & (isSlash ? anything[word]! : anything[word]! | within[word]!);
      if (isSlash) to |= inFolder;
      carry = from >>> (WORD - 1);
      reached[word] = to;
      named[word] = isSlash ? 0 : inFolder;
      any |= to | named[word]!;
    }
    if (any === 0) return false;
  }
  return (reached[Math.floor(length / WORD)]! & (1 << (length % WORD))) !== 0;
}

/** Converts a path to the form of compiled patterns: slashes and lower case. */
export function toMatchedPath(path: string): string {
  return toLowerAscii(path).replaceAll('\\', '/');
}
