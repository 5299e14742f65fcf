import { strToU8, zipSync } from 'fflate';

/** A script or a source map that goes into a bundle. */
export interface PackedFile {
  readonly type: 'minified_source' | 'source_map';
  /** Where the script is loaded from: `~/assets/app.js`. */
  readonly url: string;
  readonly debugId?: string;
  readonly body: Uint8Array;
}

/** The same files give the same bundle. A zip knows no earlier day. */
const NO_TIME = new Date(1980, 0, 1);

/** Packs an artifact bundle. Format: `symbolic-debuginfo`, `sourcebundle`. */
export function packBundle(files: readonly PackedFile[]): Buffer {
  const entries = files.map((file, index) => [`files/${index}`, file] as const);
  const listed = entries.map(([name, { type, url, debugId }]) => [
    name,
    { type, url, headers: debugId === undefined ? {} : { 'debug-id': debugId } },
  ]);
  const manifest = JSON.stringify({ files: Object.fromEntries(listed) });
  const bodies = entries.map(([name, { body }]) => [name, body]);
  const zip = zipSync(
    { 'manifest.json': strToU8(manifest), ...Object.fromEntries(bodies) },
    // To compress megabytes would hold the process up.
    { mtime: NO_TIME, level: 0 },
  );
  return Buffer.from(zip.buffer, zip.byteOffset, zip.length);
}
