import { existsSync, mkdirSync, readdirSync, renameSync, rmdirSync, rmSync } from 'node:fs';
import { copyFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { ensureDataFolder, locateRestoring, syncFolderSync } from '#persistence';
import type { CopiedFile } from './manifest.ts';

/** Beside a database in SQLite, what a restore makes. */
const PLACED = ['spool', 'secret'];

/**
 * The folder in which a restore prepares what goes into the data folder. While it is there no service starts. However this
 * process ends before it is done, by a fault or a signal it can hear, the data folder is as it was.
 */
export class RestoringFolder {
  readonly path: string;
  private readonly undo = (): void => {
    for (const path of [...PLACED.map((name) => join(this.dataDir, name)), this.path]) {
      rmSync(path, { recursive: true, force: true });
    }
  };

  /** Makes the data folder where it is missing. Throws a RangeError when it has data, and what the disk says. */
  constructor(private readonly dataDir: string) {
    ensureDataFolder(dataDir);
    this.path = locateRestoring(dataDir);
    requireNoData(dataDir, this.path);
    mkdirSync(this.path);
    process.on('exit', this.undo);
    syncFolderSync(dataDir);
  }

  /** Copies what these files of a backup bring to the data folder, and nothing else that is there. */
  async stage(folder: string, files: readonly CopiedFile[]): Promise<void> {
    for (const { path } of files) {
      if (path.startsWith('database/')) continue;
      mkdirSync(dirname(join(this.path, path)), { recursive: true });
      await copyFile(join(folder, path), join(this.path, path));
    }
  }

  /**
   * Moves what was staged to where services look for it. From then on only `abandon` undoes anything: if this process ends before
   * `complete`, the folder stays, and says that nothing is whole.
   */
  place(): void {
    for (const name of PLACED) {
      const [staged, target] = [join(this.path, name), join(this.dataDir, name)];
      if (!existsSync(staged)) continue;
      // An empty folder, which is all that may be there.
      if (existsSync(target)) rmdirSync(target);
      renameSync(staged, target);
    }
    process.off('exit', this.undo);
  }

  /** From now on services start. */
  complete(): void {
    syncFolderSync(this.dataDir);
    rmSync(this.path, { recursive: true });
    syncFolderSync(this.dataDir);
  }

  abandon(): void {
    process.off('exit', this.undo);
    this.undo();
  }
}

function requireNoData(dataDir: string, restoring: string): void {
  if (existsSync(restoring)) {
    throw new RangeError(
      `a restore into ${dataDir} is running or was interrupted: if none is running, empty the folder and restore again`,
    );
  }
  const found = ['errata.sqlite', 'secret'].find((name) => existsSync(join(dataDir, name)));
  if (found !== undefined || hasSpool(dataDir)) {
    throw new RangeError(
      `${dataDir} has data (${found ?? 'spool'}); stop Errata and move it away, or set DATA_DIR to another folder`,
    );
  }
}

function hasSpool(dataDir: string): boolean {
  const spool = join(dataDir, 'spool');
  return existsSync(spool) && readdirSync(spool).length > 0;
}
