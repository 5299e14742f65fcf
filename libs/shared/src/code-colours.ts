/** Colours of code, by their numbers in `LineColours`. */
export const codeColours = ['plain', 'keyword', 'string', 'number', 'function', 'comment'] as const;
/** Runs of a line from its start: a colour, then for how many letters, again and again. The rest is plain. */
export type LineColours = readonly number[];
