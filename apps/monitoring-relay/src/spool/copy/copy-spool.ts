import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { copyBodies, type MissingBody, type SpoolFolders } from './copied-bodies.ts';
import { requireKnownSpool } from '../file/spool-schema.ts';
import { takeRows } from './copied-rows.ts';

const FILE_NAME = 'spool.sqlite';

export interface CopiedSpoolFacts {
  readonly version: number;
  readonly queued: number;
  readonly forwards: number;
  readonly keys: readonly string[];
}

/**
 * Copies a spool's folder, rows first and bodies second, while its relay continues. Each report
 * acknowledged before the call is in the copy, unless it left the spool before the promise
 * resolves. Rejects as `takeRows` and `requireKnownSpool` do.
 *
 * When a body is missing, its report was settled or its body was moved after the rows were copied.
 * The rows are then copied again. A body that is missing twice at one place is damaged, and its row
 * stays. Reports acknowledged after the first copy of the rows are left out when their body is
 * missing. Copying therefore ends under any load.
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
  const { version, queued, forwards, keys } = rows;
  rows.close();
  return { version, queued, forwards, keys };
}
