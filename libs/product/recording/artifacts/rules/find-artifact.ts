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
 * same debug id. Returns undefined when there are no files.
 */
export function findMapOfDebugId(files: readonly Artifact[]): FoundMap | undefined {
  if (files.length === 0) return undefined;
  return toFound(files.find(hasMap)) ?? toMiss(files);
}

/**
 * Returns URLs under which a file may have been uploaded, likeliest first: the whole URL, and its
 * path after `~`, which stands for any origin.
 */
export function listAddresses(url: string): readonly string[] {
  const [, path] = /^[a-z][a-z\d+.-]*:\/\/[^/]*(\/.*)$/i.exec(url) ?? [];
  const plain = url.replace(/^(?:\.?\/)+/, '');
  return path === undefined ? [url, `~/${plain}`] : [url, `~${path}`];
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
 * Returns the map inside the newest file that has one. Otherwise returns the map of the newest file
 * whose map is among `maps`. Returns undefined when there are no files.
 */
export function findMapOfAddress(
  files: readonly Artifact[],
  maps: readonly Artifact[],
): FoundMap | undefined {
  const own = toFound(files.find(hasMap));
  if (own) return own;
  for (const file of files) {
    const addresses = listMapAddresses(file);
    const map = toFound(maps.find((each) => hasMap(each) && addresses.includes(each.url)));
    if (map) return map;
  }
  return files.length === 0 ? undefined : toMiss([...files, ...maps]);
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
  return href.startsWith(BASE) ? `~/${href.slice(BASE.length)}` : href.replace(/[?#].*$/s, '');
}
