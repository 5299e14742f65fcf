/** Lengths are characters. */

export const lines = 20;
export const lineLength = 500;
export const pathLength = 400;
export const addressLength = 1000;
