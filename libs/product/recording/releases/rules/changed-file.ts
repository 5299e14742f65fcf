import type { ChangedPath } from './told-release.ts';

/** PostgreSQL refuses longer texts in an index. */
const MOST_CHARACTERS = 500;
const QUERY = /[?#].*$/s;
const SCHEME = /^[a-z][\w+.-]*:\/\/\/?/i;

/** A file as a stack frame names it: its folders and its name, as far as they are known. */
export type FileParts = readonly string[];

/** Splits a path of a frame, such as `/app/src/a.ts`, `app:///src/a.ts` or `C:\\app\\a.cs`. */
export function toFileParts(path: string): FileParts {
  if (path.length > MOST_CHARACTERS) return [];
  const parts = path.replace(QUERY, '').replaceAll('\\', '/').replace(SCHEME, '').split('/');
  const start = parts.findLastIndex((part) => part === '' || part === '.' || part === '..');
  return parts.slice(start + 1);
}

/**
 * Whether both name the same file: the shorter path is the end of the longer one. A name without a
 * folder is only that of a file near the root, because most folders have an `index.ts`.
 */
export function isSameFile(one: FileParts, other: FileParts): boolean {
  const common = Math.min(one.length, other.length);
  const isLongEnough = common > 1 || (common === 1 && Math.max(one.length, other.length) === 2);
  return (
    (isLongEnough || (common === 1 && one.length === other.length)) &&
    Array.from({ length: common }, (_, index) => index + 1).every(
      (fromEnd) => one.at(-fromEnd) === other.at(-fromEnd),
    )
  );
}

/**
 * Lists the files by which a commit is found, each once. A deleted file cannot fail.
 */
export function listFoundPaths(
  patchSet: readonly ChangedPath[],
  mostPaths: number,
): readonly { readonly path: string; readonly name: string }[] {
  if (patchSet.length > mostPaths) return [];
  const paths = new Set(
    patchSet.flatMap(({ path, type }) =>
      type === 'D' || path.length > MOST_CHARACTERS ? [] : [path.replaceAll('\\', '/')],
    ),
  );
  return [...paths].map((path) => ({ path, name: path.slice(path.lastIndexOf('/') + 1) }));
}
