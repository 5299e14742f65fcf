import { mkdirSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import type { ReportIdentity } from '#persistence';
import { CopiedBodies } from './copied-bodies.ts';
import { CopiedRows } from './copied-rows.ts';

const FILE_NAME = 'spool.sqlite';

/** What a copy of the database, taken after that of a spool, remembers of it. */
export type FindRecorded = (
  reports: readonly ReportIdentity[],
) => Promise<readonly ReportIdentity[] | undefined>;

/**
 * `good`: each report is in the copy of the spool or in that of the database, and what is in both is known to be the same.
 * `uncounted`: so it is, but something failed or was counted in between, and may count twice. `torn`: a
 * report may be in neither.
 */
export type Agreement = 'good' | 'uncounted' | 'torn';

/**
 * A copy of one spool's folder, whose relay may go on. It is taken in rounds: the rows as they are at one moment, then
 * their bodies, of which some may be gone by then. Those reports had been settled: the database, copied later, has them. If it does
 * not, the next round has what became of them.
 */
export class SpoolCopy {
  private readonly bodies: CopiedBodies;
  private current: CopiedRows | undefined;
  private missing: readonly ReportIdentity[] = [];
  /** Missing twice while they were queued all the time. */
  private readonly damagedIds = new Set<number>();

  constructor(
    readonly name: string,
    private readonly from: string,
    private readonly to: string,
  ) {
    mkdirSync(to, { recursive: true });
    this.bodies = new CopiedBodies(from, to);
  }

  /** Begins a round. */
  async takeRows(): Promise<void> {
    await this.current?.remove();
    this.current = await CopiedRows.take(join(this.from, FILE_NAME), join(this.to, 'rows.sqlite'));
  }

  /** To be called next. What an earlier round copied, and still counts, is kept. */
  async copyBodies(): Promise<void> {
    const rows = this.getRows();
    if (rows.version === 0) return;
    const before = new Set(this.missing.map(({ id }) => id));
    const missing = await this.bodies.copy(rows);
    for (const { id } of missing) if (before.has(id)) this.damagedIds.add(id);
    this.missing = missing.filter(({ id }) => !this.damagedIds.has(id));
  }

  /** To be asked when the state of the database that is to be copied has been chosen. */
  async agreesWith(findRecorded: FindRecorded): Promise<Agreement> {
    const rows = this.getRows();
    if (rows.version === 0) return 'good';
    const recorded = this.missing.length === 0 ? [] : await findRecorded(this.missing);
    if (recorded && recorded.length < this.missing.length) return 'torn';
    const later = await CopiedRows.take(join(this.from, FILE_NAME), join(this.to, 'later.sqlite'));
    try {
      if (String(later.failedIds) !== String(rows.failedIds)) return 'uncounted';
      if (!rows.hasTallies || later.lastGivenId === rows.lastGivenId) return 'good';
      // Others are not put into the queue before these have gone from it, and so are recorded.
      const ahead = rows.queuedTallies;
      const gone = ahead.length === 0 ? ahead : await findRecorded(ahead);
      return ahead.length > 0 && gone?.length === 0 ? 'good' : 'uncounted';
    } finally {
      await later.remove();
    }
  }

  /** Leaves the copy as a relay opens it. Returns its version and how many reports wait in it. */
  finish(): { version: number; queued: number } {
    const rows = this.getRows();
    const { version } = rows;
    let queued = 0;
    if (version > 0) {
      rows.drop(this.missing);
      this.bodies.tidy(rows);
      queued = rows.countQueued();
    }
    rows.close();
    renameSync(rows.path, join(this.to, FILE_NAME));
    return { version, queued };
  }

  private getRows(): CopiedRows {
    if (!this.current) throw new Error('No round has begun.');
    return this.current;
  }
}
