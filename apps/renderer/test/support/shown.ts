/** Returns the visible part of a document, without the payload that repeats its data. */
export function shownOf(html: string): string {
  return html.slice(
    html.indexOf('<div id="root">'),
    html.indexOf('<script type="application/json"'),
  );
}
