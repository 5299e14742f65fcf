import { artifactLimits, countContainers } from '#shared';
import { BundleFault } from './bundle-fault.ts';
import { toDebugId } from '../map-table/debug-id.ts';

export type BundledType = 'minified_source' | 'source_map';

export interface BundledFile {
  /** Name in the zip. Errata never writes to a path of this name. */
  readonly entry: string;
  readonly type: BundledType;
  readonly url: string;
  readonly debugId?: string;
  readonly mapUrl?: string;
}

/**
 * Release and distribution are not read from the manifest, because the client's request states
 * them.
 */
export interface BundleManifest {
  readonly files: readonly BundledFile[];
}

/** A file has two objects, and clients list files that are left out. */
const MOST_CONTAINERS = 10 * artifactLimits.filesPerBundle;
const TYPES: readonly unknown[] = ['minified_source', 'source_map'];

/**
 * Parses the `manifest.json` of an artifact bundle. Only minified sources and maps are returned.
 * Original sources are left out, because maps contain them, and so are files whose name in the zip
 * is longer than `artifactLimits.textLength`. Throws a `BundleFault` when the text is
 * not a manifest. Format: `symbolic-debuginfo`, `sourcebundle`.
 */
export function readManifest(json: string): BundleManifest {
  const manifest = readObject(parse(json));
  const files = readObject(manifest?.['files']);
  if (!manifest || !files) throw new BundleFault('The manifest.json of the bundle has no files.');
  return {
    files: Object.entries(files).flatMap(([entry, value]) => readFile(entry, value) ?? []),
  };
}

function readFile(entry: string, value: unknown): BundledFile | undefined {
  const file = readObject(value);
  if (!file || !TYPES.includes(file['type'])) return undefined;
  if (entry.length > artifactLimits.textLength) return undefined;
  const headers = readHeaders(file['headers']);
  const named = readText(file['url'], artifactLimits.textLength) ?? toUrl(entry);
  if (named === undefined) return undefined;
  // The option --url-suffix adds a query. Files are looked for without the query of their address.
  const query = named.indexOf('?', named.lastIndexOf('/') + 1);
  const url = query === -1 ? named : named.slice(0, query);
  return {
    entry,
    // sentry-cli lists an unreadable map as a script.
    type: /\.map$/i.test(url) ? 'source_map' : (file['type'] as BundledType),
    url,
    ...optional('debugId', toDebugId(headers.get('debug-id'))),
    ...optional('mapUrl', headers.get('sourcemap') ?? headers.get('x-sourcemap')),
  };
}

/** Returns headers by lower-case name, because clients write the names in any case. */
function readHeaders(value: unknown): ReadonlyMap<string, string> {
  const entries = Object.entries(readObject(value) ?? {});
  return new Map(
    entries.flatMap(([name, header]) => {
      const text = readText(header, artifactLimits.textLength);
      return text === undefined ? [] : [[name.toLowerCase(), text]];
    }),
  );
}

function optional<Name extends string>(name: Name, value: string | undefined) {
  return (value === undefined ? {} : { [name]: value }) as { readonly [Key in Name]?: string };
}

/**
 * Returns the value when it is a text of 1 to `maxBytes` bytes in UTF-8. PostgreSQL cannot index
 * longer texts.
 */
function readText(value: unknown, maxBytes: number): string | undefined {
  if (typeof value !== 'string' || value === '' || value.length > maxBytes) return undefined;
  return new TextEncoder().encode(value).length <= maxBytes ? value : undefined;
}

function toUrl(entry: string): string | undefined {
  return readText(`~/${entry.replace(/^_\/_\//, '')}`, artifactLimits.textLength);
}

function readObject(value: unknown): Readonly<Record<string, unknown>> | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Readonly<Record<string, unknown>>)
    : undefined;
}

function parse(json: string): unknown {
  if (countContainers(json) > MOST_CONTAINERS) {
    throw new BundleFault('The manifest.json of the bundle has more objects than files may have.');
  }
  try {
    return JSON.parse(json);
  } catch {
    throw new BundleFault('The manifest.json of the bundle is not valid JSON.');
  }
}
