import { join } from 'node:path';
import { afterEach, beforeEach } from '@jest/globals';
import { SpoolBodies } from '../../src/spool/bodies/spool-bodies.ts';
import { SpoolFile, type SpoolFileOptions } from '../../src/spool/file/spool-file.ts';
import { SqliteSpool } from '../../src/spool/sqlite-spool.ts';
import { silenceLog } from './silence-log.ts';
import { createTemporaryFolder } from './temporary-folder.ts';

export interface OpenedSpool {
  readonly file: SpoolFile;
  readonly bodies: SpoolBodies;
  readonly spool: SqliteSpool;
}

export function openSpool(folder: string, options?: SpoolFileOptions, name = 'one'): OpenedSpool {
  const opening = SpoolFile.open(join(folder, 'spool.sqlite'), name, options);
  if (!opening.ok) throw new Error(opening.reason);
  const { file } = opening;
  const bodies = new SpoolBodies(file.bodiesFolder);
  return { file, bodies, spool: new SqliteSpool(file, bodies) };
}

/**
 * Opens a spool in a new folder before each test, and closes it afterwards. `use` gets it each time
 * it is opened, with the folder of the test. Returns a function that opens the spool anew in the
 * state that a kill leaves, or a copy of it in another folder.
 */
export function holdSpool(
  use: (opened: OpenedSpool & { readonly folder: string }) => void,
  options: () => SpoolFileOptions = () => ({}),
): (path?: string) => void {
  let folder: string;
  let file: SpoolFile;
  const open = (path: string): void => {
    const opened = openSpool(path, options());
    file = opened.file;
    use({ ...opened, folder });
  };
  silenceLog();
  beforeEach(() => {
    folder = createTemporaryFolder();
    open(folder);
  });
  afterEach(() => file.close());
  return (path = folder) => {
    file.close();
    open(path);
  };
}
