/** Colours of code, by their numbers in `LineColours`. */
export const codeColours = ['plain', 'keyword', 'string', 'number', 'function', 'comment'] as const;
/** Of a line from its start: a colour and for how many letters, again and again. What is left of the line is plain. */
export type LineColours = readonly number[];
