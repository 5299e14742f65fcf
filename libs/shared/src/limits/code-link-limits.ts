/** Lengths are characters. */

export const lines = 20;
export const lineLength = 500;
/** A longer path gets no link. */
export const pathLength = 400;
export const addressLength = 1000;
