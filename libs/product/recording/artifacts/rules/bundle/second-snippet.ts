/** The first line that the package `sentry` puts before a file. */
const SNIPPET =
  /^;!function\(\)\{try\{.{1,500}"sentry-dbid-(?<debugId>[0-9a-f-]{36})"\)\}catch\(e\)\{\}\}\(\);\n/;

/**
 * Tells whether an uploaded source has a line that browsers never get. Plugins of bundlers upload copies of what they built, named
 * `~/<debug id>-<number>.js`. Each copy has the snippet of the plugin. The package `sentry` (0.49) does not see a snippet with
 * backticks, which Vite 8 writes. It puts its own before the copy, and moves the map by that line.
 */
export function hasSecondSnippet(source: string, url: string): boolean {
  const debugId = SNIPPET.exec(source)?.groups?.['debugId'];
  return (
    debugId !== undefined &&
    url.startsWith(`~/${debugId}-`) &&
    source.lastIndexOf(`sentry-dbid-${debugId}`) > source.indexOf('\n')
  );
}

/** Takes that line out of a map, as `JSON.stringify` has written it. */
export function withoutSnippetLine(json: string): string {
  return json.replace('"mappings":";', '"mappings":"');
}
