import { existsSync, mkdirSync, readdirSync, renameSync, rmdirSync, rmSync } from 'node:fs';
import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { ensureDataFolder, locateRestoring, syncFolderSync } from '#persistence';

/**
 * The folder in which a restore prepares what goes into the data folder. While it is there no service starts. However this
 * process ends before it is done, by a fault or a signal it can hear, the data folder is as it was.
 */
export class RestoringFolder {
  readonly path: string;
  private readonly placed: string[] = [];
  private readonly undo = (): void => {
    for (const path of [...this.placed, this.path]) rmSync(path, { recursive: true, force: true });
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

  /** Copies a file or folder of a backup into this folder, under the same name. */
  async stage(folder: string, name: string): Promise<void> {
    const from = join(folder, name);
    if (existsSync(from)) await cp(from, join(this.path, name), { recursive: true });
  }

  /** Moves what was staged to where services look for it. */
  place(name: string): void {
    const staged = join(this.path, name);
    if (!existsSync(staged)) return;
    const target = join(this.dataDir, name);
    // An empty folder, which is all that may be there.
    if (existsSync(target)) rmdirSync(target);
    renameSync(staged, target);
    this.placed.push(target);
  }

  /**
   * To be called before what cannot be taken back. Only `abandon` undoes anything from then on: if this process ends before
   * `complete`, the folder stays, and says that nothing is whole.
   */
  hold(): void {
    process.off('exit', this.undo);
  }

  /** From now on services start. */
  complete(): void {
    this.placed.length = 0;
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
      `a restore into ${dataDir} is under way, or did not end: then empty the folder and restore again`,
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
