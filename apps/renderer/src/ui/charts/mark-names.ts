/** `at` is the mark's position as a share of the width, from 0 to 1. */
interface MarkName {
  readonly name: string;
  readonly at: number;
}

/** Share of the width between two names. At this distance, names of `MAX_LENGTH` do not overlap. */
const LEAST_DISTANCE = 0.4;
const MAX_LENGTH = 12;
/** Share of the width. A centred name that is closer to an end would leave the chart. */
const NEAR_END = 0.15;

/**
 * Lays out the names that have room, the latest first. Shortens `shop@1.4.2` to `1.4.2`, and cuts
 * long names.
 */
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
