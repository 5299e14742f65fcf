/** `at` is the mark's position as a share of the width, from 0 to 1. */
interface MarkName {
  readonly name: string;
  readonly at: number;
}

export interface PlacedName extends MarkName {
  readonly anchor: 'start' | 'middle' | 'end';
}

/**
 * Smallest distance between two names, as a share of the width. Names of `MAX_LENGTH` letters do
 * not overlap at this distance.
 */
const LEAST_DISTANCE = 0.4;
const MAX_LENGTH = 12;
/** A centred name that is closer to an end than this share of the width would leave the chart. */
const NEAR_END = 0.15;

/**
 * Chooses names that do not overlap, the latest first. Shortens `shop@1.4.2` to `1.4.2`, and cuts
 * long names.
 */
export function layOutNames(marks: readonly MarkName[]): readonly PlacedName[] {
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
