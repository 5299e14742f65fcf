/** What tokens of programs are bound by. Lengths are characters. */

export const nameLength = 100;
/** Of the organisation, and of each person. */
export const perOwner = 100;
/** That a token was used is written at most this often. */
export const usedAfterMs = 60_000;
