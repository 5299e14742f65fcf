const SNIPPET =
  /^;!function\(\)\{try\{.{1,500}"sentry-dbid-(?<debugId>[0-9a-f-]{36})"\)\}catch\(e\)\{\}\}\(\);\n/;

/**
 * Returns whether an uploaded source has a first line that browsers never receive. Bundler plugins
 * upload copies of their output, named `~/<debug id>-<number>.js`, which already contain the
 * plugin's snippet. The npm package `sentry` (0.49) does not recognise a snippet with backticks,
 * which Vite 8 writes. The package then puts a second snippet before the copy and shifts the map by
 * that line.
 */
export function hasSecondSnippet(source: string, url: string): boolean {
  const debugId = SNIPPET.exec(source)?.groups?.['debugId'];
  return (
    debugId !== undefined &&
    url.startsWith(`~/${debugId}-`) &&
    source.lastIndexOf(`sentry-dbid-${debugId}`) > source.indexOf('\n')
  );
}

/** Removes the extra first line from a map that `JSON.stringify` has written. */
export function withoutSnippetLine(json: string): string {
  return json.replace('"mappings":";', '"mappings":"');
}
