import { type BigIntStats, statSync } from 'node:fs';
import { describeError, Logger } from '#telemetry/plain';
import { findSpoolPath, listSpoolFolders, openSpoolFolderInTurns } from '../opening/open-spool.ts';
import type { SpoolFile } from '../file/spool-file.ts';

const PASSES = 5;

interface Seen {
  readonly trace: string;
  passes: number;
}

/**
 * Opens orphaned spools: spools of relays that are gone, unless a process has locked them. An idle
 * spool is skipped a few times unless its files change, because opening a spool reads all its rows
 * and locks other processes out.
 */
export class OrphanedSpoolFiles {
  private readonly logger = new Logger(OrphanedSpoolFiles.name);
  private readonly seen = new Map<string, Seen>();
  private readonly unopened = new Set<string>();
  private readonly traces = new WeakMap<SpoolFile, { folder: string; trace: string }>();

  constructor(
    private readonly dataDir: string,
    private readonly ownFolder: string,
  ) {}

  /**
   * Opens one spool after another. The caller closes each file. Rejects when the folder cannot be
   * read.
   */
  async *open(): AsyncGenerator<SpoolFile> {
    for (const folder of listSpoolFolders(this.dataDir)) {
      if (folder === this.ownFolder) continue;
      // Reads the trace before the opening, so that any later change is a reason to open the spool
      // again.
      const trace = readTrace(findSpoolPath(this.dataDir, folder));
      if (this.passOver(folder, trace)) continue;
      const file = await this.tryToOpen(folder);
      if (!file) continue;
      this.traces.set(file, { folder, trace });
      yield file;
    }
  }

  /**
   * Returns undefined for a spool that cannot be opened, so that other spools are still opened.
   * Logs only the first failure of each spool.
   */
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

  /** Call this when there was nothing to do in an opened spool. */
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

/** Describes the state of the file and its log, because each write changes one of them. */
function readTrace(path: string): string {
  return [path, `${path}-wal`].map(describeFile).join(' ');
}

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
