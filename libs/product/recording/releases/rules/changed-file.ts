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
 * Whether a frame is of the file that a commit changed: the shorter path is the end of the longer
 * one, with a folder. A file at the root of its repository is found in one folder at most, because
 * many folders have an `index.ts`.
 */
export function isSameFile(frame: FileParts, changed: FileParts): boolean {
  const common = Math.min(frame.length, changed.length);
  const isLongEnough = common > 1 || (changed.length === 1 && frame.length <= 2);
  return (
    common > 0 &&
    isLongEnough &&
    frame.slice(-common).every((part, index) => part === changed.slice(-common)[index])
  );
}

/** Lists the ends of paths by which the files that `isSameFile` accepts are found. */
export function listEnds(frame: FileParts): readonly string[] {
  const end = frame.slice(-2).join('/');
  return frame.length === 2 ? [end, frame.slice(-1).join('')] : [end];
}

/**
 * Lists the files by which a commit is found, each once, with the end of its path: its folder and
 * its name. A deleted file cannot fail.
 */
export function listFoundPaths(
  patchSet: readonly ChangedPath[],
  mostPaths: number,
): readonly { readonly path: string; readonly end: string }[] {
  if (patchSet.length > mostPaths) return [];
  const paths = new Set(
    patchSet.flatMap(({ path, type }) =>
      type === 'D' || path.length > MOST_CHARACTERS ? [] : [path.replaceAll('\\', '/')],
    ),
  );
  return [...paths].map((path) => ({ path, end: path.split('/').slice(-2).join('/') }));
}
