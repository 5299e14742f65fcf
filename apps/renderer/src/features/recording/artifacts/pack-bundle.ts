import { strToU8, zipSync } from 'fflate';

export interface PackedFile {
  readonly type: 'minified_source' | 'source_map';
  /** URL of the file. `~` stands for any scheme and host, as in `~/assets/app.js`. */
  readonly url: string;
  readonly debugId?: string;
  readonly body: Uint8Array;
}

/**
 * A fixed time, so that the same files give the same bundle. Zip files cannot hold a day before
 * 1980.
 */
const NO_TIME = new Date(1980, 0, 1);

/** Packs an artifact bundle in the `sourcebundle` format of `symbolic-debuginfo`. */
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
    // Level 0 stores the files uncompressed, since compressing megabytes would block the process.
    { mtime: NO_TIME, level: 0 },
  );
  return Buffer.from(zip.buffer, zip.byteOffset, zip.length);
}
