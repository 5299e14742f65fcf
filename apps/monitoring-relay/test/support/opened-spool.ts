import { join } from 'node:path';
import { SpoolBodies } from '../../src/spool/bodies/spool-bodies.ts';
import { SpoolFile, type SpoolFileOptions } from '../../src/spool/file/spool-file.ts';
import { SqliteSpool } from '../../src/spool/sqlite-spool.ts';

export interface OpenedSpool {
  readonly file: SpoolFile;
  readonly bodies: SpoolBodies;
  readonly spool: SqliteSpool;
}

export function openSpool(folder: string, options?: SpoolFileOptions): OpenedSpool {
  const opening = SpoolFile.open(join(folder, 'spool.sqlite'), 'one', options);
  if (!opening.ok) throw new Error(opening.reason);
  const { file } = opening;
  const bodies = new SpoolBodies(file.bodiesFolder);
  return { file, bodies, spool: new SqliteSpool(file, bodies) };
}
