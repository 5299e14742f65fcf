import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const BEYOND_THE_FILE = 0xff_ff_ff;

/**
 * Damages the body that consists of `letter` alone in the closed spool at `path`: what stands in its segment is no
 * longer what was written there.
 */
export function damageBodyOf(letter: string, path: string): void {
  const folder = join(dirname(path), 'segments');
  const body = Buffer.alloc(64, letter);
  const found = readdirSync(folder)
    .map((name) => ({ file: join(folder, name), bytes: readFileSync(join(folder, name)) }))
    .find(({ bytes }) => bytes.includes(body));
  if (!found) throw new Error('That body stands in no segment.');
  found.bytes.write('?', found.bytes.indexOf(body) + 32);
  writeFileSync(found.file, found.bytes);
}

/**
 * The same of a body that is in its row, as earlier versions kept them: its pages name pages that do not exist as
 * those that follow them, as a lost write leaves them.
 */
export function damageRowOf(letter: string, path: string, pageBytes: number): void {
  const bytes = readFileSync(path);
  const overflow = Buffer.alloc(64, letter);
  let damaged = 0;
  for (let page = 0; page < bytes.length; page += pageBytes) {
    if (!bytes.subarray(page + 4, page + 68).equals(overflow)) continue;
    bytes.writeUInt32BE(BEYOND_THE_FILE, page);
    damaged += 1;
  }
  if (damaged === 0) throw new Error('No page of that body was found.');
  writeFileSync(path, bytes);
}
