import { withoutReleaseFolder } from '../../reading/release-folder.ts';

const known = new Map<string, string>();
const MAX_KNOWN = 4000;
const MAX_KNOWN_LENGTH = 300;

/**
 * Removes from a path what changes between builds and machines: origin, query, hashes, versions,
 * and the folders of releases, users and temporary files. Returns an empty string when the path
 * names no file.
 */
export function toStablePath(path: string): string {
  const found = known.get(path);
  if (found !== undefined) return found;
  const stable = makeStable(path);
  if (path.length > MAX_KNOWN_LENGTH) return stable;
  if (known.size === MAX_KNOWN) known.clear();
  known.set(path, stable);
  return stable;
}

const NO_FILE = /^(?:blob|data|javascript|about):|^\[native code\]$/;
const ORIGIN = /^(?:[a-z][a-z\d+.-]{0,30}:\/\/[^/]*(?:\/[a-z]:(?=\/))?|package:|[a-z]:(?=[/\\]))/i;

const PACKAGES = /^.*\/(?:node_modules|site-packages|dist-packages|gems)\//s;
const FOLDERS_OF_MACHINES =
  /^\/?(?:Users|home)\/[^/]+\/|^\/?(?:private\/)?tmp\/(?:[^/]+\/)?|^\/?(?:private\/)?var\/folders\/[^/]+\/[^/]+\/T\/(?:[^/]+\/)?|^.*\/AppData\/Local\/Temp\/(?:[^/]+\/)?/;

function makeStable(path: string): string {
  if (NO_FILE.test(path)) return '';
  return (
    withoutReleaseFolder(path)
      .replace(ORIGIN, '')
      .replace(/[?#].*$/s, '')
      .replaceAll('\\', '/')
      .replace(PACKAGES, '')
      .replace(FOLDERS_OF_MACHINES, '')
      // The names of Symfony's compiled container and of its generated classes contain a hash.
      .replace(/(?<=(?:^|\/)cache\/[^/]{1,60}\/Container)\w{7}(?=\/)/, '*')
      .replace(/(?<=\/\w{1,200}(?:Ghost|Proxy))[\dA-F][\da-f]{6}(?=\.php$)/, '*')
      // Nuxt names its chunks by hashes alone.
      .replace(/(?<=(?:^|\/)_nuxt\/)(?=[a-z]{0,7}[A-Z\d_-])[\w-]{8}(?=\.js$)/, '*')
      .split('/')
      .filter((part, at, all) => isStablePart(part, at === all.length - 1))
      .map(toStablePart)
      .join('/')
      // Some caches put a file into a folder named after the first digits of the file's hash.
      .replace(/(?<=^|\/)[\da-f]{2}\/\*/i, '*')
  );
}

/**
 * False for a folder that is a version, a hash, a date or a layer of webpack. False also for bundles
 * of React Native, which are named after their platform.
 */
function isStablePart(part: string, isFile: boolean): boolean {
  if (part === '' || part === '.') return false;
  if (isFile) return !/^(?:index\.(?:android|ios)|main)\.(?:js)?bundle$/.test(part);
  return !/^\(.*\)$|^v?\d+(?:\.\d+){1,3}(?:[-+].*)?$|^(?=[a-f]*\d)[\da-f]{7,64}$|^[\da-f]{8}-[\da-f-]{27}$|^\d{4}-\d\d-\d\d.*$|^(?:build|release|rev|deploy)[-_.]?\d+$|^\d{6,}$/i.test(
    part,
  );
}

/** Lookaheads must not reach further than their pattern consumes, so that the time stays linear. */
function toStablePart(part: string): string {
  return part
    .replace(/@\d+(?:\.\d+){1,3}[\w.+-]{0,40}$/, '')
    .replace(/-\d+(?:\.\d+){1,3}(?:\.[a-z]\w{0,10})?$/, '')
    .replace(/[-.]\d+(?:\.\d+){1,3}(?=(?:\.[a-z]\w{0,10}){1,2}$)/, '')
    .replaceAll(/(?<=[-._~@]|^)(?=[a-f]*\d)(?=\d*[a-f])[\da-f]{7,64}(?=[-._]|$)/gi, '*')
    .replace(/(?<=[-.])(?=[\w-]{0,7}[A-Z\d_])[\w-]{8}(?=\.(?:m|c)?js$|\.css$)/, toUnlessWords)
    .replace(/^(?=[\w-]{0,7}\d)(?=[\w-]{0,7}[A-Z])[\w-]{8}(?=\.(?:m|c)?js$)/, '*')
    .replace(/^\d+(?=[-.])/, '*')
    .replaceAll(/(?<=^|[-._])\d{6,}(?=[-._]|$)/g, '*');
}

/**
 * Keeps words such as `Settings` and `UserList`. In hashes, capitals are rarely followed by small
 * letters.
 */
function toUnlessWords(text: string): string {
  return /^[a-z]*(?:[A-Z][a-z]{2,})+$/.test(text) ? text : '*';
}
