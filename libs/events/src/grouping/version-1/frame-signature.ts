import type { FrameV1 } from './read-event.ts';

const MAX_CONTEXT_LENGTH = 120;

/**
 * The stable form of each path. An application sends the same paths in all of its events, and to make their stable forms
 * takes as long as the rest of grouping. The map is cleared when it is full; long paths are not kept.
 */
const stablePaths = new Map<string, string>();
const MAX_PATHS = 4000;
const MAX_PATH_LENGTH = 200;

/**
 * A frame without what changes from build to build and host to host: no line numbers, no hashes in
 * file names, no hosts. Undefined when nothing is left that could tell it from another.
 */
export function toFrameSignature(frame: FrameV1): string | undefined {
  const place = frame.module ?? toStablePath(frame.filename ?? frame.absPath ?? '');
  const name = toStableFunction(frame.function ?? '');
  const code = toStableCode(frame.contextLine ?? '');
  return place || name || code ? `${place}\n${name}\n${code}` : undefined;
}

/** `https://cdn.example/app/main.3f2a9c1b.js?v=2` and `app/main.77c0de11.js` are one file. */
export function toStablePath(path: string): string {
  const known = stablePaths.get(path);
  if (known !== undefined) return known;
  const stable = makeStable(path);
  if (path.length > MAX_PATH_LENGTH) return stable;
  if (stablePaths.size === MAX_PATHS) stablePaths.clear();
  stablePaths.set(path, stable);
  return stable;
}

function makeStable(path: string): string {
  return path
    .replace(/^[a-z][a-z\d+.-]*:\/\/[^/]*/i, '')
    .replace(/[?#].*$/s, '')
    .replaceAll('\\', '/')
    .split('/')
    .filter((part) => part !== '' && part !== '.')
    .map(toStablePathPart)
    .join('/');
}

/**
 * No pattern may look further ahead than it takes: to the end of a run of characters, from each of
 * its places, costs the square of its length.
 */
function toStablePathPart(part: string): string {
  return part
    .replaceAll(/(?<=[-._~@]|^)(?=[a-f]*\d)(?=\d*[a-f])[\da-f]{7,64}(?=[-._]|$)/gi, '*')
    .replace(/(?<=[-.])(?=[\w-]{0,7}[A-Z\d_])[\w-]{8}(?=\.(?:m|c)?js$|\.css$)/, '*')
    .replaceAll(/(?<=^|[-._])\d{6,}(?=[-._]|$)/g, '*');
}

const UNNAMED: ReadonlySet<string> = new Set([
  '<anonymous>',
  '?',
  'anonymous',
  'Object.<anonymous>',
]);

function toStableFunction(name: string): string {
  if (UNNAMED.has(name)) return '';
  const plain = name.startsWith('async ') ? name.slice('async '.length) : name;
  return plain.includes('$') ? plain.replaceAll(/\$\d+/g, '$') : plain;
}

/** Minified code is one long line that changes with every build. */
function toStableCode(line: string): string {
  const trimmed = line.trim();
  // Asked of each frame, and few have what is to be replaced.
  const code = /[^\S ]|\s\s/.test(trimmed) ? trimmed.replaceAll(/\s+/g, ' ') : trimmed;
  return code.length > MAX_CONTEXT_LENGTH ? '' : code;
}
