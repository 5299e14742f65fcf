import type { Artifact } from './artifact.types.ts';

/** The map of a file: its own or the one that it names; or why there is none. */
export type FoundMap =
  | { readonly ok: true; readonly file: Artifact; readonly checksum: string }
  | { readonly ok: false; readonly miss: 'no_map' | 'broken_map' };

/** The map with a debug id: of files that share it, the newest that has one. */
export function findMapOfDebugId(files: readonly Artifact[]): FoundMap | undefined {
  if (files.length === 0) return undefined;
  return toFound(files.find(hasMap)) ?? toMiss(files);
}

/** Addresses under which a file may have been uploaded, the likeliest first: whole, and with `~` for any origin. */
export function listAddresses(url: string): readonly string[] {
  const [, path] = /^[a-z][a-z\d+.-]*:\/\/[^/]*(\/.*)$/i.exec(url) ?? [];
  const plain = url.replace(/^(?:\.?\/)+/, '');
  return path === undefined ? [url, `~/${plain}`] : [url, `~${path}`];
}

/** Where the map of a file was uploaded: as the file names it, else beside the file. */
export function listMapAddresses({
  url,
  mapUrl,
}: Pick<Artifact, 'url' | 'mapUrl'>): readonly string[] {
  const named = mapUrl === undefined ? [] : listAddresses(resolve(url, mapUrl));
  return [...new Set([...named, ...listAddresses(`${url}.map`), `${url}.map`])];
}

/** The newest file of those that has a map, or names one among `maps`. */
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

/** A reference of a file at `url`, which may begin with `~`. */
function resolve(url: string, reference: string): string {
  const base = url.startsWith('~/') ? BASE + url.slice(2) : url;
  if (!URL.canParse(reference, base)) return reference;
  const { href } = new URL(reference, base);
  return href.startsWith(BASE) ? `~/${href.slice(BASE.length)}` : href.replace(/[?#].*$/s, '');
}
