import { describe, expect, it } from '@jest/globals';
import { Scheduler } from '#shared';
import { AssetArchive } from './archive/asset-archive.ts';
import { AssetKeeper } from './asset-keeper.ts';
import type { AssetKeeping } from './asset-keeper.ts';

const HOUR_MS = 3_600_000;
const START_MS = Date.UTC(2026, 0, 5, 12);

/** Time that passes by hand: at most one task waits, as the keeper schedules them. */
class HandTime extends Scheduler {
  ms = START_MS;
  waiting: { readonly atMs: number; readonly task: () => void } | undefined;

  readonly clock = { nowMs: () => this.ms };

  override runAfter(delayMs: number, task: () => void): () => void {
    const entry = { atMs: this.ms + delayMs, task };
    this.waiting = entry;
    return () => {
      if (this.waiting === entry) this.waiting = undefined;
    };
  }

  pass(delayMs: number): void {
    this.ms += delayMs;
    if (!this.waiting || this.waiting.atMs > this.ms) return;
    const { task } = this.waiting;
    this.waiting = undefined;
    task();
  }
}

/** Writes down what it is told; fails as it is told to. */
class RecordingArchive extends AssetArchive {
  calls: string[] = [];
  readonly faults = new Map<string, Error>();
  /** What keeping waits for. */
  gate: Promise<void> = Promise.resolve();

  override async keep(build: string, assets: readonly unknown[]): Promise<void> {
    await this.gate;
    this.note('keep', `${build}, ${assets.length} files`);
  }

  override async find(): Promise<undefined> {}

  override async touch(build: string): Promise<void> {
    this.note('touch', build);
  }

  override async forget(unusedSinceMs: number): Promise<void> {
    this.note('forget', `before ${(unusedSinceMs - START_MS) / HOUR_MS} h`);
  }

  private note(call: string, told: string): void {
    this.calls.push(`${call} ${told}`);
    const fault = this.faults.get(call);
    if (fault) throw fault;
  }
}

function open(traits: Pick<Partial<AssetKeeping>, 'listAssets'> = {}) {
  const time = new HandTime();
  const archive = new RecordingArchive();
  const warnings: string[] = [];
  const keeper = new AssetKeeper({
    archive,
    build: 'this build',
    listAssets: async () => [],
    keptMs: 48 * HOUR_MS,
    clock: time.clock,
    scheduler: time,
    warn: (line) => warnings.push(line),
    ...traits,
  });
  return { time, archive, warnings, keeper };
}

/** Nothing in a round waits for more than the double, which is there at once. */
function endOfRound(): Promise<void> {
  return new Promise((resolve) => void setImmediate(resolve));
}

describe('AssetKeeper', () => {
  it('keeps this build at start, and forgets what is unused for longer than it may be', async () => {
    const { archive, keeper, warnings } = open();
    await keeper.start();
    expect(archive.calls).toEqual([
      'touch this build',
      'forget before -48 h',
      'keep this build, 0 files',
    ]);
    expect(warnings).toEqual([]);
  });

  it('does so again every hour', async () => {
    const { time, archive, keeper } = open();
    await keeper.start();
    for (const hour of [1, 2]) {
      archive.calls = [];
      time.pass(HOUR_MS - 1);
      expect(archive.calls).toEqual([]);
      time.pass(1);
      await endOfRound();
      expect(archive.calls).toEqual([
        'touch this build',
        `forget before ${hour - 48} h`,
        'keep this build, 0 files',
      ]);
    }
  });

  it('touches this build at close, and does nothing afterwards', async () => {
    const { time, archive, keeper } = open();
    await keeper.start();
    archive.calls = [];
    await keeper.close();
    expect(archive.calls).toEqual(['touch this build']);
    expect(time.waiting).toBeUndefined();
  });

  it('lets a round end before it closes', async () => {
    const { archive, keeper } = open();
    let openGate = (): void => {};
    archive.gate = new Promise((resolve) => (openGate = resolve));
    const starting = keeper.start();
    const closing = keeper.close();
    openGate();
    await Promise.all([starting, closing]);
    expect(archive.calls.slice(-2)).toEqual(['keep this build, 0 files', 'touch this build']);
  });

  it('goes on with what it can do, and says in one line what it could not', async () => {
    const { archive, keeper, warnings } = open();
    archive.faults.set('touch', new Error('the disk\nis full'));
    archive.faults.set('keep', new Error('the disk is still full'));
    await keeper.start();
    expect(archive.calls).toHaveLength(3);
    expect(warnings).toEqual([expect.stringMatching(/^[^\n]*: the disk is full$/)]);
  });

  it('warns, and no more, when this build cannot be listed', async () => {
    const { keeper, warnings } = open({ listAssets: () => Promise.reject(new Error('no build')) });
    await keeper.start();
    expect(warnings).toEqual([expect.stringContaining('no build')]);
  });

  it('tries again what failed', async () => {
    const { time, archive, keeper, warnings } = open();
    archive.faults.set('keep', new Error('away'));
    await keeper.start();
    archive.faults.clear();
    archive.calls = [];
    time.pass(HOUR_MS);
    await endOfRound();
    expect(archive.calls).toContain('keep this build, 0 files');
    expect(warnings).toHaveLength(1);
  });

  it('closes although the archive fails', async () => {
    const { archive, keeper, warnings } = open();
    await keeper.start();
    archive.faults.set('touch', new Error('away'));
    await keeper.close();
    expect(warnings).toEqual([expect.stringContaining('away')]);
  });
});
