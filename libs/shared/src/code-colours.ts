export const codeColours = ['plain', 'keyword', 'string', 'number', 'function', 'comment'] as const;
/**
 * Colours of a line of code, as pairs of numbers: the index of a colour, and how many characters
 * have it. The pairs cover the line from its start; the remaining characters are plain.
 */
export type LineColours = readonly number[];
