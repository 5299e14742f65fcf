import { join } from 'node:path';
import { afterEach } from '@jest/globals';
import { SpoolFile } from '../../src/spool/file/spool-file.ts';
import { createTemporaryFolder } from './temporary-folder.ts';

/** Returns functions that open and close files of a spool. Open ones are closed after each test. */
export function holdSpoolFiles() {
  const open: SpoolFile[] = [];
  afterEach(() => {
    for (const file of open.splice(0)) file.close();
  });
  return {
    openFile(path = join(createTemporaryFolder(), 'spool.sqlite')): SpoolFile {
      const opening = SpoolFile.open(path, 'one');
      if (!opening.ok) throw new Error(opening.reason);
      open.push(opening.file);
      return opening.file;
    },
    close(file: SpoolFile): void {
      open.splice(open.indexOf(file), 1);
      file.close();
    },
  };
}
