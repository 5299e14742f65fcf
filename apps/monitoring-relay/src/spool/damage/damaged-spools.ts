import { lstat, readdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { DamagedSpool } from '#shared';
import { findSetAsideMs, listPlaces } from './set-aside.ts';

/**
 * Unit of `blocks`, independent of the disk's own blocks:
 * https://www.man7.org/linux/man-pages/man3/stat.3type.html
 */
const BLOCK_BYTES = 512;

export async function listDamagedSpools(dataDir: string): Promise<DamagedSpool[]> {
  const spools: DamagedSpool[] = [];
  for (const place of listPlaces(dataDir)) {
    const setAsideAtMs = findSetAsideMs(place);
    const bytes = await measure(place);
    spools.push({
      folder: basename(place),
      ...(setAsideAtMs === undefined ? {} : { setAsideAtMs }),
      ...(bytes === undefined ? {} : { bytes }),
    });
  }
  return spools.toSorted(
    (a, b) => (b.setAsideAtMs ?? 0) - (a.setAsideAtMs ?? 0) || (a.folder < b.folder ? -1 : 1),
  );
}

async function measure(folder: string): Promise<number | undefined> {
  try {
    const entries = await readdir(folder, { recursive: true });
    let bytes = 0;
    for (const entry of entries) bytes += (await lstat(join(folder, entry))).blocks * BLOCK_BYTES;
    return bytes;
  } catch {
    return undefined;
  }
}
