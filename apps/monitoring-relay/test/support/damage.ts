import { closeSync, openSync, readdirSync, readFileSync, writeFileSync, writeSync } from 'node:fs';
import { dirname, join } from 'node:path';

const BEYOND_THE_FILE = 0xff_ff_ff;
const PAGE_BYTES = 4096;

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
 * those that follow them, as a lost write leaves them. A process that has the file open reads the damage.
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

/** Damages the pages of the spool at `path` that have `text` in one of their rows: nothing on them can be read. */
export function damagePagesOf(text: string, path: string): void {
  const bytes = readFileSync(path);
  for (let page = 0; page < bytes.length; page += PAGE_BYTES) {
    if (bytes.subarray(page, page + PAGE_BYTES).includes(text)) damagePage(page, path);
  }
}

/** Damages the page that a table or an index begins with, by its number. */
export function damageRootPage(number: number, path: string): void {
  damagePage((number - 1) * PAGE_BYTES, path);
}

/** In place: who has the file open meets it. */
function damagePage(offset: number, path: string): void {
  const descriptor = openSync(path, 'r+');
  writeSync(descriptor, Buffer.alloc(PAGE_BYTES, 'damage'), 0, PAGE_BYTES, offset);
  closeSync(descriptor);
}
