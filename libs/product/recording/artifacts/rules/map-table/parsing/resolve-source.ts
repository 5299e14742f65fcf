/** A scheme and an authority, as in `webpack://app` or `file://`. */
const ORIGIN = /^[a-z][a-z\d+.-]*:(?:\/\/[^/?#]*)?/i;

/**
 * Matches `app/./` at the start of `app/./src/a.ts`. Bundler plugins take the scheme from
 * webpack's `webpack://app/./src/a.ts`, and the dot alone then tells the namespace from a folder.
 */
const NAMESPACE = /^(?:[^/.:][^/:]*)?\/(?:\([^()/]*\)\/)?\.\/(?=[^./])/;

/**
 * Returns the path of a source with the map's `sourceRoot` before it, and without `.` and `..`.
 * Browsers also resolve this path against the address of the map. Errata does not, so that
 * `webpack://…` stays readable.
 *
 * @example
 *   resolveSource('webpack://app/./src/a.ts', ''); // 'webpack://app/src/a.ts'
 *   resolveSource('../lib/b.ts', '/src/'); // '/lib/b.ts'
 */
export function resolveSource(source: string, sourceRoot: string): string {
  const [namespace = ''] = (sourceRoot === '' && NAMESPACE.exec(source)) || [];
  if (namespace === '') return withoutDots(joinRoot(source, sourceRoot));
  return namespace + withoutDots(source.slice(namespace.length));
}

function joinRoot(source: string, sourceRoot: string): string {
  if (sourceRoot === '' || ORIGIN.test(source)) return source;
  if (source.startsWith('/')) return (ORIGIN.exec(sourceRoot)?.[0] ?? '') + source;
  return sourceRoot + (sourceRoot.endsWith('/') ? '' : '/') + source;
}

function withoutDots(address: string): string {
  const origin = ORIGIN.exec(address)?.[0] ?? '';
  const query = address.slice(origin.length).search(/[?#]/);
  const end = query === -1 ? address.length : origin.length + query;
  const path = address.slice(origin.length, end);
  if (!/(?:^|\/)\.\.?(?:\/|$)/.test(path)) return address;
  const isAbsolute = path.startsWith('/');
  const kept: string[] = [];
  for (const part of path.split('/').slice(isAbsolute ? 1 : 0)) {
    if (part !== '.' && part !== '..') kept.push(part);
    else if (part === '..') leaveFolder(kept, isAbsolute);
  }
  return origin + (isAbsolute ? '/' : '') + kept.join('/') + address.slice(end);
}

/**
 * Applies `..` to a path. A relative path may lead out of its folder; an absolute path stays at its
 * root.
 */
function leaveFolder(kept: string[], isAbsolute: boolean): void {
  if (kept.length > 0 && kept.at(-1) !== '..') kept.pop();
  else if (!isAbsolute) kept.push('..');
}
