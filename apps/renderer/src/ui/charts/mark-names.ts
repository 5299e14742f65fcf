/** A name above a mark that stands at a part of the width, from 0 to 1. */
interface MarkName {
  readonly name: string;
  readonly at: number;
}

/** Names as long as `MAX_LENGTH` do not meet. */
const LEAST_DISTANCE = 0.4;
const MAX_LENGTH = 12;
/** A name in the middle over a mark that is nearer to an end would leave the chart. */
const NEAR_END = 0.15;

/** Those names that have room, the latest ones first: `shop@1.4.2` is `1.4.2`, and a long one is cut. */
export function layOutNames(
  marks: readonly MarkName[],
): readonly (MarkName & { readonly anchor: 'start' | 'middle' | 'end' })[] {
  let before = Infinity;
  return marks
    .toSorted((one, other) => other.at - one.at)
    .filter(({ at }) => {
      if (before - at < LEAST_DISTANCE) return false;
      before = at;
      return true;
    })
    .map(({ name, at }) => ({
      name: shorten(name.replace(/^.+@/s, '')),
      at,
      anchor: at < NEAR_END ? 'start' : at > 1 - NEAR_END ? 'end' : 'middle',
    }));
}

function shorten(name: string): string {
  return name.length <= MAX_LENGTH ? name : `${name.slice(0, MAX_LENGTH - 1).toWellFormed()}…`;
}
