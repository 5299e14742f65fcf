/** Lengths are characters. */

export const nameLength = 100;
export const perOwner = 100;
export const usedAfterMs = 60_000;
/** Days until a new token of a person ends, unless the person chooses otherwise. */
export const personalDays = 90;
/** People are told by mail this long before one of their tokens ends. */
export const endToldBeforeMs = 7 * 86_400_000;
