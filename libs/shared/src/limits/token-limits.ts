/** Bounds of the tokens of programs. Lengths are characters. */

export const nameLength = 100;
/** Tokens of the organisation, and of each person. */
export const perOwner = 100;
/** The last use of a token is written at most this often. */
export const usedAfterMs = 60_000;
