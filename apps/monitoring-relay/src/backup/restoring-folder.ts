import { existsSync, mkdirSync, readdirSync, renameSync, rmdirSync, rmSync } from 'node:fs';
import { copyFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { ensureDataFolder, locateRestoring, syncFolderSync } from '#persistence';
import type { CopiedFile } from './manifest.ts';

const PLACED = ['spool', 'secret'];

/**
 * The folder inside the data folder in which a restore prepares its files. No service starts while
 * this folder exists. When the process ends early, the `exit` listener deletes everything that was
 * restored. A killed process leaves the folder behind.
 */
export class RestoringFolder {
  readonly path: string;
  private readonly undo = (): void => {
    for (const path of [...PLACED.map((name) => join(this.dataDir, name)), this.path]) {
      rmSync(path, { recursive: true, force: true });
    }
  };

  /** Throws a RangeError when the data folder already contains data. */
  constructor(private readonly dataDir: string) {
    ensureDataFolder(dataDir);
    this.path = locateRestoring(dataDir);
    requireNoData(dataDir, this.path);
    mkdirSync(this.path);
    process.on('exit', this.undo);
    syncFolderSync(dataDir);
  }

  async stage(folder: string, files: readonly CopiedFile[]): Promise<void> {
    for (const { path } of files) {
      if (path.startsWith('database/')) continue;
      mkdirSync(dirname(join(this.path, path)), { recursive: true });
      await copyFile(join(folder, path), join(this.path, path));
    }
  }

  /**
   * Moves the staged files to their final places. Afterwards the `exit` listener no longer undoes
   * the restore; only `abandon` does. If the process ends before `complete` is called, the folder
   * stays and services refuse to start.
   */
  place(): void {
    for (const name of PLACED) {
      const [staged, target] = [join(this.path, name), join(this.dataDir, name)];
      if (!existsSync(staged)) continue;
      if (existsSync(target)) rmdirSync(target);
      renameSync(staged, target);
    }
    process.off('exit', this.undo);
  }

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
