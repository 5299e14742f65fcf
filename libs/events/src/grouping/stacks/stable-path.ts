import { withoutReleaseFolder } from '../../reading/release-folder.ts';
import { findModulePath, findProgramPath } from './program-path.ts';

const known = new Map<string, string>();
const MAX_KNOWN = 4000;
const MAX_KNOWN_LENGTH = 300;

/**
 * Removes from a path what changes between builds and machines: origin, query, hashes, versions,
 * and the folders of releases, users and temporary files. Returns an empty string when the path
 * names no file.
 */
export function toStablePathOfV1(path: string): string {
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
  const plain = withoutReleaseFolder(path)
    .replace(ORIGIN, '')
    .replace(/[?#].*$/s, '')
    .replaceAll('\\', '/')
    .replace(PACKAGES, '')
    .replace(FOLDERS_OF_MACHINES, '');
  return toStableParts(plain);
}

export interface StablePath {
  readonly path: string;
  /** Absolute path of the file when nothing tells where its program begins. */
  readonly whole?: string;
}

/** Schemes whose addresses have no host, so that the file follows at once. */
const NO_HOST = /^(?:res|user|capacitor-file):\/\//;
/** Code that a browser, or WebAssembly, has numbered. */
const NO_NAMED_FILE = /^VM\d{1,9}$|^wasm:\/\//;
const EVALUATED_BY_RUBY = /^\(eval at (.*):\d{1,9}\)$/;
const EVALUATED = /\(\d{1,9}\)(?: : (?:eval\(\)'d code|runtime-created function))+$/;

/**
 * Like `toStablePathOfV1`, without the folder into which the program was installed, and without the
 * hashes of more bundlers. `module` is what Node's SDK names the file.
 */
export function toStablePath(sent: string, module?: string): StablePath {
  if (NO_FILE.test(sent) || NO_NAMED_FILE.test(sent)) return { path: '' };
  const path = decodeBrackets(sent)
    .replace(EVALUATED, '')
    .replace(EVALUATED_BY_RUBY, '$1')
    .replaceAll('\\', '/');
  const plain = path
    .replace(NO_HOST, '')
    .replace(ORIGIN, '')
    .replace(/[?#].*$/s, '');
  const packaged = plain.replace(PACKAGES, '');
  const isInstalled = plain.startsWith('/') && !/^(?!file:)[a-z][a-z\d+.-]{1,30}:\/\//i.test(path);
  if (packaged !== plain || !isInstalled) return { path: toStableFile(packaged) };
  const within = findModulePath(plain, module) ?? findProgramPath(plain);
  return within === undefined
    ? { path: toStableFile(plain.split('/').slice(-2).join('/')), whole: plain }
    : { path: toStableFile(within) };
}

/** Makes a path stable that has neither an origin nor the folder of an installation. */
export function toStableFile(path: string): string {
  return toStableParts(hideChunkHashes(withoutReleaseFolder(path)));
}

/** Browsers write the brackets of `[slug]` and `(shop)` in an address as they like. */
function decodeBrackets(path: string): string {
  if (!path.includes('%')) return path;
  return path.replace(/%(?:28|29|5B|5D)/gi, (code) => decodeURIComponent(code));
}

/** Folders in which a bundler alone writes, with a hash at the end of each name. */
const FOLDER_OF_CHUNKS =
  /(?:^|\/)(?:_?assets\/[^/]+$|(?:_astro|_nuxt|immutable|_next|\.next|chunks)\/)/;
/** Next names chunks by 13 characters that begin with a digit; all other hashes have 8 characters. */
const FOLDER_OF_NEXT = /(?:^|\/)(?:_next|\.next|chunks)\//;
const HASH_OF_NEXT = /(?<=^|[/_.~-])\d[\da-z_-]{12}(?=(?:\._)?\.(?:js|css)$)/;
const HASH_OF_VITE = /(?<=[-.])(?=[\w-]{0,7}[A-Z\d_])[\w-]{8}(?=\.[cm]?js$|\.css$)/;
const HASH_ALONE = /(?<=\/)(?=[\w-]{0,7}[A-Z\d_])[\w-]{8}(?=\.[cm]?js$)/;
const ONLY_HASHES = /(?:^|\/)(?:_nuxt|immutable)\//;
const BUILD_OF_NEXT = /(?<=_next\/static\/)(?!chunks\/|css\/|media\/)[\w-]{16,24}\//;

function hideChunkHashes(path: string): string {
  const named = path.replace(
    /(?<=(?:^|\/)chunk-)(?=[\w-]{0,7}[A-Z\d_])[\w-]{8}(?=\.[cm]?js$)/,
    '*',
  );
  if (!FOLDER_OF_CHUNKS.test(named)) return named.replace(LETTERS, toUnlessSpoken);
  const next = FOLDER_OF_NEXT.test(named)
    ? named.replace(BUILD_OF_NEXT, '').replace(HASH_OF_NEXT, '*')
    : named;
  const hidden = next.replace(HASH_OF_VITE, '*').replace(LETTERS, toUnlessSpoken);
  return ONLY_HASHES.test(hidden) ? hidden.replace(HASH_ALONE, '*') : hidden;
}

/** Hashes that by chance are letters alone, such as `WlvMegfm`. */
const LETTERS = /(?<=[-.])[A-Za-z]{8}(?=\.[cm]?js$|\.css$)/;

/** Keeps what can be spoken: each word has a vowel, and no five consonants follow each other. */
function toUnlessSpoken(text: string): string {
  const words = text.split(/(?=[A-Z])/);
  const canBeSpoken = words.every((word) => /[aeiouy]/i.test(word) && !/[^aeiouy]{5}/i.test(word));
  return canBeSpoken ? text : '*';
}

function toStableParts(path: string): string {
  return (
    path
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
