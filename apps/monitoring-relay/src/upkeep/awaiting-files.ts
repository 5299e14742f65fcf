import type { CrowdedOut, DeletionStore } from '#persistence';
import { Logger } from '../logging/logger.ts';
import type { Pause } from '../timing/pause.ts';

/** Between two steps: whoever else writes to the database comes in between. */
const PAUSE_MS = 10;
const MIB = 1024 * 1024;

/**
 * Bounds how many files of a project wait for their event, in steps that nobody notices: anybody may send some for events
 * that never come.
 */
export class AwaitingFiles {
  private readonly logger = new Logger(AwaitingFiles.name);
  private readonly stopping = new AbortController();
  private running: Promise<void> | undefined;

  constructor(
    private readonly deletions: Pick<DeletionStore, 'lookForOwners' | 'crowdOut'>,
    private readonly pause: Pause,
  ) {}

  /** Until no project has too many, or it is stopped. Rejects when the database is away; what is left stays for the next time. */
  async run(): Promise<void> {
    this.running = this.bound();
    await this.running;
  }

  /** Resolves when the step under way has ended. */
  async stop(): Promise<void> {
    this.stopping.abort();
    // What it rejects with is told to who runs it.
    await this.running?.catch(() => undefined);
  }

  private async bound(): Promise<void> {
    const { signal } = this.stopping;
    while (!signal.aborted && (await this.deletions.lookForOwners())) {
      await this.pause.wait(PAUSE_MS, signal);
    }
    const gone = new Map<number, CrowdedOut>();
    try {
      await this.crowdOut(gone);
    } finally {
      for (const each of gone.values()) this.tell(each);
    }
  }

  /** Adds up in `gone` what went of which project. */
  private async crowdOut(gone: Map<number, CrowdedOut>): Promise<void> {
    const { signal } = this.stopping;
    while (!signal.aborted) {
      const went = await this.deletions.crowdOut();
      if (!went) return;
      const { files = 0, bytes = 0 } = gone.get(went.projectId) ?? {};
      gone.set(went.projectId, { ...went, files: files + went.files, bytes: bytes + went.bytes });
      await this.pause.wait(PAUSE_MS, signal);
    }
  }

  private tell({ projectId, files, bytes }: CrowdedOut): void {
    if (files === 0) return;
    const size = `${files} files (${Math.ceil(bytes / MIB)} MiB)`;
    this.logger.warn(
      `Project ${projectId} has too many files that wait for their event: ${size}, the oldest, are removed.`,
    );
  }
}
