/** Cuts a text to `most` UTF-16 code units, the last of which is an ellipsis. */
export function shorten(text: string, most: number): string {
  return text.length <= most ? text : `${text.slice(0, most - 1).toWellFormed()}…`;
}
