import { basename } from 'node:path';
import { measureEntry } from '#persistence';
import type { DamagedSpool } from '#shared';
import { findSetAsideMs, listPlaces } from './set-aside.ts';

export async function listDamagedSpools(dataDir: string): Promise<DamagedSpool[]> {
  const spools: DamagedSpool[] = [];
  for (const place of listPlaces(dataDir)) {
    const setAsideAtMs = findSetAsideMs(place);
    const bytes = await measureEntry(place);
    spools.push({
      folder: basename(place),
      setAsideAtMs,
      bytes,
    });
  }
  return spools.toSorted(
    (a, b) => (b.setAsideAtMs ?? 0) - (a.setAsideAtMs ?? 0) || (a.folder < b.folder ? -1 : 1),
  );
}
