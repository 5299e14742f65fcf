import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { copyBodies, type MissingBody, type SpoolFolders } from './copied-bodies.ts';
import { requireKnownSpool } from '../file/spool-schema.ts';
import { takeRows } from './copied-rows.ts';

const FILE_NAME = 'spool.sqlite';

export interface CopiedSpoolFacts {
  readonly version: number;
  /** Reports that wait to be processed. */
  readonly queued: number;
  /** Reports that wait to be forwarded. */
  readonly owed: number;
  /** Public keys, as the relay knows them. */
  readonly keys: readonly string[];
}

/**
 * Copies the folder of a spool as a relay opens it, while its relay goes on: the rows, then their bodies. Each report that
 * was acknowledged before the call is in the copy, or had left the spool before the promise resolves. Rejects as
 * `takeRows` and `requireKnownSpool` do.
 *
 * Where a body is missing, its report was settled, failed, or was moved after the rows were copied. The rows are then read
 * again, and say what became of it. What is missing twice at one place is damaged, and stays. What
 * was acknowledged after the first reading and is missing is left out, so this ends under any load.
 */
export async function copySpool(
  folders: SpoolFolders,
  take: typeof takeRows = takeRows,
): Promise<CopiedSpoolFacts> {
  const [original, copied] = [join(folders.from, FILE_NAME), join(folders.to, FILE_NAME)];
  mkdirSync(folders.to, { recursive: true });
  const known = new Set<string>();
  const toName = ({ id, place }: MissingBody): string => `${id} ${place}`;
  let rows = await take(original, copied);
  requireKnownSpool(`the spool ${original}`, rows.version);
  const { lastGivenId } = rows;
  let missing = await copyBodies(rows, folders);
  while (missing.some((body) => body.id <= lastGivenId && !known.has(toName(body)))) {
    for (const body of missing) known.add(toName(body));
    rows.close();
    rows = await take(original, copied);
    missing = await copyBodies(rows, folders);
  }
  rows.drop(missing.map(({ id }) => id).filter((id) => id > lastGivenId));
  const { version, queued, owed, keys } = rows;
  rows.close();
  return { version, queued, owed, keys };
}
