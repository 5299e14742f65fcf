import { decodePercents } from '#shared';
import type { Artifact } from './artifact.types.ts';

/**
 * The map of a file, or why there is none. A file either contains its map or names another file
 * that is the map.
 */
export type FoundMap =
  | { readonly ok: true; readonly file: Artifact; readonly checksum: string }
  | { readonly ok: false; readonly miss: 'no_map' | 'broken_map' };

/**
 * Returns the map of the newest file that has one, or why no file has one. All `files` have the
 * same debug id. `named` are files of the same uploads at the addresses of `listMapAddresses`.
 * Returns undefined when there are no files.
 */
export function findMapOfDebugId(
  files: readonly Artifact[],
  named: readonly Artifact[] = [],
): FoundMap | undefined {
  if (files.length === 0) return undefined;
  return toFound(files.find(hasMap)) ?? toFound(listNamedMaps(files, named)[0]) ?? toMiss(files);
}

/**
 * Returns those of `named` that are the map of a file in the same upload. A map with a debug id is
 * that of the file with this id alone. sentry-cli 3.8 puts no id into a map that the script names
 * by percent-encoded characters.
 */
export function listNamedMaps(
  files: readonly Artifact[],
  named: readonly Artifact[],
): readonly Artifact[] {
  return files.flatMap((file) => {
    const addresses = listMapAddresses(file);
    return named.filter(
      (map) =>
        map.kind === 'map' &&
        map.debugId === undefined &&
        map.bundleId === file.bundleId &&
        addresses.includes(map.url),
    );
  });
}

/**
 * Returns URLs under which a file may have been uploaded, likeliest first: the whole URL, and its
 * path after `~`, which stands for any origin. Browsers, bundlers and uploading tools each encode
 * other characters, so both have several spellings.
 */
export function listAddresses(url: string): readonly string[] {
  const [, path] = /^[a-z][a-z\d+.-]*:\/\/[^/]*(\/.*)$/i.exec(url) ?? [];
  const plain = url.replace(/^(?:\.?\/)+/, '');
  const spellings = [url, path === undefined ? `~/${plain}` : `~${path}`].map(listSpellings);
  return [...new Set(spellings.flat())];
}

/** Returns the name of a file without what `--url-suffix` added. Returns undefined without a name. */
export function readFileName(url: string): string | undefined {
  const name = decodePercents(url.replace(/\?.*$/s, '').replace(/^.*\//s, ''));
  return /^$|\p{Cc}/u.test(name) ? undefined : name;
}

function listSpellings(url: string): readonly string[] {
  const [, origin = '', path = ''] = /^(~|[a-z][a-z\d+.-]*:\/\/[^/]*)?(.*)$/is.exec(url) ?? [];
  const plain = decodePercents(path).toWellFormed();
  const escaped = plain.split('/').map(encodeURIComponent).join('/');
  const allEscaped = escaped.replaceAll(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return [path, plain, encodeURI(plain), escaped, allEscaped].map((each) => origin + each);
}

/**
 * Returns URLs at which a file's map may have been uploaded: first the URL that the file names,
 * then the file's own URL with `.map`.
 */
export function listMapAddresses({
  url,
  mapUrl,
}: Pick<Artifact, 'url' | 'mapUrl'>): readonly string[] {
  const named = mapUrl === undefined ? [] : listAddresses(resolve(url, mapUrl));
  return [...new Set([...named, ...listAddresses(`${url}.map`), `${url}.map`])];
}

/**
 * Returns the map that the newest of `files` has inside of it, or that came with it among `maps`.
 * Maps of other uploads are not used, because their lines look right and are wrong. `files` are the
 * newest first. Returns undefined when there are none.
 */
export function findMapOfAddress(
  files: readonly Artifact[],
  maps: readonly Artifact[],
): FoundMap | undefined {
  const ofUpload = files.filter(({ bundleId }) => bundleId === files[0]?.bundleId);
  const addresses = new Set(ofUpload.flatMap(listMapAddresses));
  const named = maps.filter((each) => hasMap(each) && addresses.has(each.url));
  const own = named.find(({ bundleId }) => bundleId === files[0]?.bundleId);
  const found = toFound(ofUpload.find(hasMap)) ?? toFound(own);
  if (found || files.length === 0) return found;
  const hasOther = named.length > 0 || files.some(hasMap);
  return hasOther ? { ok: false, miss: 'broken_map' } : toMiss([...files, ...maps]);
}

function hasMap({ mapChecksum }: Artifact): boolean {
  return mapChecksum !== undefined;
}

function toFound(file: Artifact | undefined): FoundMap | undefined {
  return file?.mapChecksum === undefined
    ? undefined
    : { ok: true, file, checksum: file.mapChecksum };
}

function toMiss(files: readonly Artifact[]): FoundMap {
  const isBroken = files.some(({ problem }) => problem !== undefined);
  return { ok: false, miss: isBroken ? 'broken_map' : 'no_map' };
}

const BASE = 'http://of.the.bundle/';

function resolve(url: string, reference: string): string {
  const base = url.startsWith('~/') ? BASE + url.slice(2) : url;
  if (!URL.canParse(reference, base)) return reference;
  const { href } = new URL(reference, base);
  const plain = href.replace(/[?#].*$/s, '');
  return plain.startsWith(BASE) ? `~/${plain.slice(BASE.length)}` : plain;
}
