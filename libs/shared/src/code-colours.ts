export const codeColours = ['plain', 'keyword', 'string', 'number', 'function', 'comment'] as const;
/**
 * Pairs that cover a line from its start: the index of a colour, and a number of characters. The
 * rest of the line is plain.
 */
export type LineColours = readonly number[];
