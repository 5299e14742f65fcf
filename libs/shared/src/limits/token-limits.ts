/** Lengths are characters. */

export const nameLength = 100;
export const perOwner = 100;
export const usedAfterMs = 60_000;
