type Matches = (text: string) => boolean;

/**
 * Returns a function that returns true when one of the globs matches the whole text, ignoring case.
 * `*` stands for any number of characters, `?` for one UTF-16 unit.
 *
 * The time for one glob is at most proportional to the text's length times the pattern's length, so
 * hostile patterns cannot stall the function.
 */
export function compileGlobs(patterns: readonly string[]): Matches {
  const globs = patterns.map(compileGlob);
  return (text) => {
    const lower = text.toLowerCase();
    return globs.some((matches) => matches(lower));
  };
}

/** The returned function expects text in lower case. */
function compileGlob(pattern: string): Matches {
  const [head = '', ...rest] = pattern.toLowerCase().split('*');
  const tail = rest.pop();
  if (tail === undefined) return (text) => text.length === head.length && isAt(head, text, 0);
  const middle = rest.filter(Boolean);
  return (text) => {
    const end = text.length - tail.length;
    if (end < head.length || !isAt(head, text, 0) || !isAt(tail, text, end)) return false;
    // The first match of each piece leaves the most text for later pieces, so no backtracking is
    // needed.
    let from = head.length;
    for (const piece of middle) {
      const at = find(piece, text, { from, end });
      if (at === -1) return false;
      from = at + piece.length;
    }
    return true;
  };
}

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
