import { lstatSync, readdirSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';

/** Files that only developers need: source maps, types, sources of native code, documents. */
const NEEDLESS = /\.(?:map|[cm]?tsx?|flow|tsbuildinfo|c|cc|cpp|h|hpp|gyp|gypi|m4|markdown|md)$/i;
/** Licences and notices stay with the code they are about. */
const LEGAL =
  /^(?:licen[cs]e|notice|copying|copyright|authors|patents|third[-_]?party).*\.(?:md|markdown)$/i;

/**
 * Removes needless files below a folder and follows no link. Returns the bytes found and the bytes
 * removed.
 */
function prune(folder) {
  let bytes = 0;
  let removedBytes = 0;
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) {
      const below = prune(path);
      bytes += below.bytes;
      removedBytes += below.removedBytes;
    } else if (entry.isFile()) {
      const { size } = lstatSync(path);
      bytes += size;
      if (!NEEDLESS.test(entry.name) || LEGAL.test(entry.name)) continue;
      rmSync(path);
      removedBytes += size;
    }
  }
  return { bytes, removedBytes };
}

const toMegabytes = (bytes) => Math.round(bytes / 1e6);

// The build of the image runs this. Nothing compiles in the image, and nobody there debugs the
// sources of packages.
const folders = process.argv.slice(2);
if (folders.length === 0) {
  console.error('usage: node scripts/prune-packages.mjs <folder> …');
  process.exit(1);
}
for (const folder of folders) {
  const { bytes, removedBytes } = prune(resolve(folder));
  console.log(`Removed ${toMegabytes(removedBytes)} of ${toMegabytes(bytes)} MB of ${folder}.`);
}
