import { readFileSync, writeFileSync } from 'node:fs';

const PAGE_BYTES = 8192;
const BEYOND_THE_FILE = 0xff_ff_ff;

/**
 * Damages the body that consists of `letter` alone in the closed spool at `path`: its pages name
 * pages that do not exist as those that follow them, as a lost write leaves them.
 */
export function damageBodyOf(letter: string, path: string): void {
  const bytes = readFileSync(path);
  const overflow = Buffer.alloc(64, letter);
  let damaged = 0;
  for (let page = 0; page < bytes.length; page += PAGE_BYTES) {
    if (!bytes.subarray(page + 4, page + 68).equals(overflow)) continue;
    bytes.writeUInt32BE(BEYOND_THE_FILE, page);
    damaged += 1;
  }
  if (damaged === 0) throw new Error('No page of that body was found.');
  writeFileSync(path, bytes);
}
