import { mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { holdSqliteLock, isSqliteLockHeld, measureDisk } from '#persistence';

const LOCK = 'held.lock';
/** A folder is this young where its maker is about to hold it. */
const NEW_MS = 5000;

export interface WorkSettings {
  readonly dataDir: string;
  readonly minFreeDiskBytes: number;
}

/**
 * Folders for temporary files in `DATA_DIR/work`, because a container may have no room elsewhere. The
 * system releases their locks however a process ends, so the next work removes what is left.
 */
export class WorkPlace {
  private readonly root: string;

  constructor(private readonly settings: WorkSettings) {
    this.root = join(settings.dataDir, 'work');
  }

  /** Runs `work` in a folder of its own, and removes the folder afterwards. */
  async inFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
    await mkdir(this.root, { recursive: true, mode: 0o700 });
    const folder = await mkdtemp(join(this.root, 'bundle-'));
    try {
      return await holdSqliteLock(join(folder, LOCK), () => work(folder));
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  }

  /** Resolves with the bytes that may be taken; Infinity where the system does not tell. */
  async findRoom(): Promise<number> {
    await this.removeLeft();
    const disk = await measureDisk(this.settings.dataDir);
    return disk ? disk.freeBytes - this.settings.minFreeDiskBytes : Infinity;
  }

  /** Removes the folders of processes that have ended. */
  async removeLeft(): Promise<void> {
    for (const name of await readdir(this.root).catch(() => [])) {
      const folder = join(this.root, name);
      // Folders that this user may not touch stay.
      if (await isLeft(folder).catch(() => false)) {
        await rm(folder, { recursive: true, force: true }).catch(() => undefined);
      }
    }
  }
}

async function isLeft(folder: string): Promise<boolean> {
  const { mtimeMs } = await stat(folder);
  return Date.now() - mtimeMs >= NEW_MS && !isSqliteLockHeld(join(folder, LOCK));
}
