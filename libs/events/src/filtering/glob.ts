type Matches = (text: string) => boolean;

/**
 * Says of a text whether one of the globs is like all of it, in upper case or lower: `*` stands for any characters, also
 * none, `?` for one (a UTF-16 unit). No pattern is tried twice at one place: the time is at most the length of the text by
 * that of the patterns, whatever stands in either.
 */
export function compileGlobs(patterns: readonly string[]): Matches {
  const globs = patterns.map(compileGlob);
  return (text) => {
    const lower = text.toLowerCase();
    return globs.some((matches) => matches(lower));
  };
}

/** For texts in lower case. */
function compileGlob(pattern: string): Matches {
  const [head = '', ...rest] = pattern.toLowerCase().split('*');
  const tail = rest.pop();
  if (tail === undefined) return (text) => text.length === head.length && isAt(head, text, 0);
  const middle = rest.filter(Boolean);
  return (text) => {
    const end = text.length - tail.length;
    if (end < head.length || !isAt(head, text, 0) || !isAt(tail, text, end)) return false;
    // The first place of each piece leaves the most room for those after it.
    let from = head.length;
    for (const piece of middle) {
      const at = find(piece, text, { from, end });
      if (at === -1) return false;
      from = at + piece.length;
    }
    return true;
  };
}

/** The first place of a piece in `text` from `from` to before `end`; -1 without any. */
function find(piece: string, text: string, { from, end }: { from: number; end: number }): number {
  if (!piece.includes('?')) {
    const at = text.indexOf(piece, from);
    return at + piece.length <= end ? at : -1;
  }
  for (let at = from; at + piece.length <= end; at += 1) if (isAt(piece, text, at)) return at;
  return -1;
}

function isAt(piece: string, text: string, at: number): boolean {
  if (!piece.includes('?')) return text.startsWith(piece, at);
  if (at + piece.length > text.length) return false;
  for (let index = 0; index < piece.length; index += 1) {
    if (piece[index] !== '?' && piece[index] !== text[at + index]) return false;
  }
  return true;
}
