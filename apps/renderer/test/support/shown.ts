/** Returns the visible part of a document, without the payload that repeats its data. */
export function shownOf(html: string): string {
  return html.slice(
    html.indexOf('<div id="root">'),
    html.indexOf('<script type="application/json"'),
  );
}

/** Returns what a document says, without its tags and with single blanks. */
export function textOf(html: string): string {
  return shownOf(html)
    .replaceAll(/<!--.*?-->/g, '')
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .replaceAll('&#x27;', "'");
}
