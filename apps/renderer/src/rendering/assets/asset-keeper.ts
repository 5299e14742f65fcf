import type { Clock, Scheduler } from '#shared';
import type { AssetArchive, BuiltAsset } from './archive/asset-archive.ts';
import { toLine } from './fault-line.ts';

/** How often a running build says that it is in use: well within a day, the shortest keeping. */
const ROUND_MS = 3_600_000;

export interface AssetKeeping {
  readonly archive: AssetArchive;
  /** Id of the running build. */
  readonly build: string;
  /** Reads the list of the running build's files. */
  readonly listAssets: () => Promise<readonly BuiltAsset[]>;
  /** For how long a build is kept after its last use; 0 keeps the running one alone. */
  readonly keptMs: number;
  readonly clock: Clock;
  readonly scheduler: Scheduler;
  /** Takes one line about what could not be done. */
  readonly warn: (line: string) => void;
}

/**
 * Keeps the running build's files in the archive, where they outlive it, and clears out builds that
 * have not been in use for long. It does both again every hour, so that what failed or was removed is
 * mended by itself. It never rejects: pages do not depend on it.
 */
export class AssetKeeper {
  private round: Promise<void> = Promise.resolve();
  private cancelNextRound = (): void => {};

  constructor(private readonly keeping: AssetKeeping) {}

  /**
   * Resolves once this build's files are kept, or could not be. Wait for it before pages are answered:
   * a page of this build may load its files from a replica that still runs the previous one.
   */
  async start(): Promise<void> {
    const { archive, build, clock, keptMs, listAssets, scheduler } = this.keeping;
    this.cancelNextRound = scheduler.runAfter(ROUND_MS, () => void this.start());
    // Read before the touch, which it must not be later than: nothing is to go with its own build.
    const unusedSinceMs = clock.nowMs() - keptMs;
    this.round = this.attempt([
      () => archive.touch(build),
      // Before files are added: the disk may be full.
      () => archive.forget(unusedSinceMs),
      async () => archive.keep(build, await listAssets()),
    ]);
    await this.round;
  }

  /** Lets a round that is under way end, and counts from here how long the build is kept. */
  async close(): Promise<void> {
    const { archive, build } = this.keeping;
    this.cancelNextRound();
    await this.round;
    await this.attempt([() => archive.touch(build)]);
  }

  /** Takes every step, also after one that failed, and says once why it did. */
  private async attempt(steps: readonly (() => Promise<void>)[]): Promise<void> {
    const faults: unknown[] = [];
    for (const step of steps) await step().catch((fault: unknown) => faults.push(fault));
    if (faults.length === 0) return;
    this.keeping.warn(`Pages that stay open over an update may miss files: ${toLine(faults[0])}`);
  }
}
