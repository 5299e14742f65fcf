import {
  existsSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmdirSync,
  rmSync,
  statSync,
} from 'node:fs';
import { copyFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { ensureDataFolder, locateRestoring, syncFolderSync } from '#persistence';
import type { CopiedFile } from './manifest.ts';

const PLACED = ['spool', 'secret'];
const RESTORING = 'restoring';
/**
 * Names that an Errata writes into its data folder. SQLite would read the write-ahead log that a crash
 * has left into any database of that name.
 */
const OWN = [
  ...['', '-wal', '-shm', '-journal'].map((end) => `errata.sqlite${end}`),
  'secret',
  'spool',
  'work',
  'logs',
  'damaged',
  RESTORING,
];

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

/**
 * Throws a RangeError that names all that an Errata has written into the folder, and the line that
 * sets it aside. Other files stay.
 */
function requireNoData(dataDir: string, restoring: string): void {
  const found = OWN.filter((name) => isWritten(join(dataDir, name)));
  if (found.length === 0) return;
  const reason = existsSync(restoring)
    ? `a restore into ${dataDir} is running or was interrupted. If none is running`
    : `${dataDir} has data (${found.join(', ')}). Stop Errata`;
  throw new RangeError(
    `${reason}, move this data aside and restore again, or set DATA_DIR to another folder:\n  ${toMove(dataDir, found)}`,
  );
}

function isWritten(path: string): boolean {
  const stat = statSync(path, { throwIfNoEntry: false });
  if (!stat?.isDirectory()) return stat !== undefined;
  return basename(path) === RESTORING || readdirSync(path).length > 0;
}

function toMove(dataDir: string, names: readonly string[]): string {
  let aside = 'before-restore';
  for (let again = 2; existsSync(join(dataDir, aside)); again += 1)
    aside = `before-restore-${again}`;
  const folder = `'${dataDir.replaceAll("'", String.raw`'\''`)}'`;
  return `cd ${folder} && mkdir ${aside} && mv ${names.join(' ')} ${aside}`;
}
