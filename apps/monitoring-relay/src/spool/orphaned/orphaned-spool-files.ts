import { type BigIntStats, statSync } from 'node:fs';
import { describeError, Logger } from '#telemetry/plain';
import { findSpoolPath, listSpoolFolders, openSpoolFolderInTurns } from '../opening/open-spool.ts';
import type { SpoolFile } from '../file/spool-file.ts';

/** So often one in which nothing was to be done, or could be, is passed over before it is opened again. */
const PASSES = 5;

interface Seen {
  readonly trace: string;
  passes: number;
}

/**
 * The spools below a folder that no living process holds: what relays that are gone have left. One that is seen to be
 * idle is not opened again for a while, unless its files have changed: who opens a spool reads what is in it, and takes it
 * from others.
 */
export class LeftSpoolFiles {
  private readonly logger = new Logger(LeftSpoolFiles.name);
  private readonly seen = new Map<string, Seen>();
  /** Folders whose spools could not be opened: each is logged once. */
  private readonly unopened = new Set<string>();
  /** Of those that were opened, their files as they were before. */
  private readonly traces = new WeakMap<SpoolFile, { folder: string; trace: string }>();

  constructor(
    private readonly dataDir: string,
    /** Folder of the spool that this process has for as long as it lives. */
    private readonly ownFolder: string,
  ) {}

  /** Opens one after the other. The caller closes each. Rejects when the folder cannot be read. */
  async *open(): AsyncGenerator<SpoolFile> {
    for (const folder of listSpoolFolders(this.dataDir)) {
      if (folder === this.ownFolder) continue;
      // Before it is opened: whatever changes from now on is a reason to look again.
      const trace = readTrace(findSpoolPath(this.dataDir, folder));
      if (this.passOver(folder, trace)) continue;
      const file = await this.tryToOpen(folder);
      if (!file) continue;
      this.traces.set(file, { folder, trace });
      yield file;
    }
  }

  /** One that cannot be opened hides no other, and stays on the page Operation. */
  private async tryToOpen(folder: string): Promise<SpoolFile | undefined> {
    try {
      const opening = await openSpoolFolderInTurns(this.dataDir, folder);
      return opening.ok ? opening.file : undefined;
    } catch (error) {
      if (!this.unopened.has(folder)) {
        this.logger.error(`Spool ${folder} cannot be opened. ${describeError(error)}`);
      }
      this.unopened.add(folder);
      return undefined;
    }
  }

  /** To be called for one that was opened; of one that something was done in nothing is to be said. */
  noteIdle(file: SpoolFile): void {
    const opened = this.traces.get(file);
    if (opened) this.seen.set(opened.folder, { trace: opened.trace, passes: PASSES });
  }

  private passOver(folder: string, trace: string): boolean {
    const seen = this.seen.get(folder);
    if (!seen || seen.trace !== trace || seen.passes === 0) return false;
    seen.passes -= 1;
    return true;
  }
}

/** Of the file and its log: each write changes one of them. */
function readTrace(path: string): string {
  return [path, `${path}-wal`].map(describeFile).join(' ');
}

/** Why one cannot be looked at is told by who opens it. */
function describeFile(path: string): string {
  try {
    const stats = statSync(path, { throwIfNoEntry: false, bigint: true });
    return stats ? formatStats(stats) : 'none';
  } catch {
    return 'unreadable';
  }
}

function formatStats({ ino, size, mtimeNs, ctimeNs }: BigIntStats): string {
  return [ino, size, mtimeNs, ctimeNs].join('-');
}
