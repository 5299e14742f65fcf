import { artifactLimits } from '#shared';
import { BundleFault } from './bundle-fault.ts';
import { toDebugId } from '../map-table/debug-id.ts';

export type BundledType = 'minified_source' | 'source_map';

/** One file in the manifest of a bundle. */
export interface BundledFile {
  /** Its name in the zip. Nothing is written to a path of that name. */
  readonly entry: string;
  readonly type: BundledType;
  /** `~/assets/app.js`, or whole. */
  readonly url: string;
  readonly debugId?: string;
  /** The reference of a source to its map. */
  readonly mapUrl?: string;
}

/** Release and distribution are those that the client named when it asked for the bundle. */
export interface BundleManifest {
  readonly files: readonly BundledFile[];
}

const TYPES: readonly unknown[] = ['minified_source', 'source_map'];

/**
 * Reads `manifest.json` of an artifact bundle. Files of other types are left out: sources are inside of maps. Throws a `BundleFault` for
 * what is no manifest. Format: `symbolic-debuginfo`, `sourcebundle`.
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
  const headers = readHeaders(file['headers']);
  const url = readText(file['url'], artifactLimits.textLength) ?? toUrl(entry);
  if (url === undefined) return undefined;
  return {
    entry,
    // sentry-cli takes a map that it cannot read for a script.
    type: /\.map$/i.test(url) ? 'source_map' : (file['type'] as BundledType),
    url,
    ...optional('debugId', toDebugId(headers.get('debug-id'))),
    ...optional('mapUrl', headers.get('sourcemap') ?? headers.get('x-sourcemap')),
  };
}

/** Names of headers are written in any case. */
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

/** Bytes: indexes of PostgreSQL have no longer texts. */
function readText(value: unknown, maxBytes: number): string | undefined {
  if (typeof value !== 'string' || value === '' || value.length > maxBytes) return undefined;
  return new TextEncoder().encode(value).length <= maxBytes ? value : undefined;
}

/** The address of a file that has none in the manifest. */
function toUrl(entry: string): string | undefined {
  return readText(`~/${entry.replace(/^_\/_\//, '')}`, artifactLimits.textLength);
}

function readObject(value: unknown): Readonly<Record<string, unknown>> | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Readonly<Record<string, unknown>>)
    : undefined;
}

function parse(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    throw new BundleFault('The manifest.json of the bundle is not valid JSON.');
  }
}
