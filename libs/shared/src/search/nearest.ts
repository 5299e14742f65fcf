/**
 * Longest name for which similar names are searched. A longer name is no misspelling of a known
 * word.
 */
const MOST_CHARACTERS = 100;

/**
 * Returns at most `limit` of the `known` names that `name` may be a misspelling of, the most
 * similar first.
 */
export function listNearest(name: string, known: Iterable<string>, limit: number): string[] {
  const asked = toComparable(name);
  if (asked === '' || asked.length > MOST_CHARACTERS) return [];
  const most = Math.max(1, Math.floor(asked.length / 3));
  const found: { readonly each: string; readonly distance: number }[] = [];
  for (const each of known) {
    const text = toComparable(each);
    if (text.length > MOST_CHARACTERS || Math.abs(text.length - asked.length) > most) continue;
    const distance = measureDistance(asked, text);
    if (distance <= most) found.push({ each, distance });
  }
  return found
    .toSorted((one, other) => one.distance - other.distance)
    .slice(0, limit)
    .map(({ each }) => each);
}

/** Makes spellings such as `times_seen`, `timesSeen` and `Times-Seen` equal. */
function toComparable(text: string): string {
  return text.toLowerCase().replaceAll(/[\s_.-]/g, '');
}

function measureDistance(one: string, other: string): number {
  let [before, last]: [number[], number[]] = [[], Array.from(`${other} `, (_, index) => index)];
  for (let row = 1; row <= one.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= other.length; column += 1) {
      const isSame = one[row - 1] === other[column - 1];
      let least = Math.min(
        last[column]! + 1,
        current[column - 1]! + 1,
        last[column - 1]! + (isSame ? 0 : 1),
      );
      const isTurned = one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1];
      if (isTurned && column > 1 && row > 1) least = Math.min(least, before[column - 2]! + 1);
      current.push(least);
    }
    [before, last] = [last, current];
  }
  return last[other.length]!;
}
