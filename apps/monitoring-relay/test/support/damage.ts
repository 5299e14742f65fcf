import { closeSync, openSync, readdirSync, readFileSync, writeFileSync, writeSync } from 'node:fs';
import { dirname, join } from 'node:path';

const PAGE_BYTES = 4096;

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

export function damagePagesOf(text: string, path: string): void {
  const bytes = readFileSync(path);
  for (let page = 0; page < bytes.length; page += PAGE_BYTES) {
    if (bytes.subarray(page, page + PAGE_BYTES).includes(text)) damagePage(page, path);
  }
}

export function damageRootPage(number: number, path: string): void {
  damagePage((number - 1) * PAGE_BYTES, path);
}

/** Writes in place, so that processes that have the file open see the damage. */
function damagePage(offset: number, path: string): void {
  const descriptor = openSync(path, 'r+');
  writeSync(descriptor, Buffer.alloc(PAGE_BYTES, 'damage'), 0, PAGE_BYTES, offset);
  closeSync(descriptor);
}
