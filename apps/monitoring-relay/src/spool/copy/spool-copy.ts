import { mkdirSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { requireSoundCopy } from '#persistence';
import type { ReportIdentity } from '#persistence';
import { CopiedBodies } from './copied-bodies.ts';
import { CopiedRows } from './copied-rows.ts';
import type { CopiedReport, OwedRow } from './copied-rows.ts';

const FILE_NAME = 'spool.sqlite';

/** What a copy of the database, taken after that of a spool, remembers of it. */
export type FindRecorded = (
  reports: readonly ReportIdentity[],
) => Promise<readonly ReportIdentity[] | undefined>;

/**
 * `good`: each report is in the copy of the spool or in that of the database, and what is in both is known to be the same.
 * `uncounted`: so it is, but something was counted in between, and may count twice. `torn`: a
 * report may be in neither.
 */
export type Agreement = 'good' | 'uncounted' | 'torn';

/**
 * A copy of one spool's folder, whose relay may go on. It is taken in rounds: the rows as they are at one moment, then
 * their bodies, of which some may be gone by then. Those reports had been settled: the database, copied later, has them. If it does
 * not, the next round has what became of them. What is owed to another service needs no copy that agrees: it is here with its body,
 * or was settled before that was copied, and is left out.
 */
export class SpoolCopy {
  private readonly bodies: CopiedBodies;
  private current: CopiedRows | undefined;
  /** Of queued reports. */
  private missing: readonly ReportIdentity[] = [];
  private missingIds: ReadonlySet<number> = new Set();
  /** Owed when the rows were copied, and settled before their bodies were. */
  private settledIds: readonly number[] = [];
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

  /** Begins a round. Rejects with a RangeError that names the spool's file when it is damaged. */
  async takeRows(): Promise<void> {
    const original = join(this.from, FILE_NAME);
    await this.current?.remove();
    this.current = await CopiedRows.take(original, join(this.to, 'rows.sqlite'));
    requireSoundCopy(this.current.path, original);
  }

  /** To be called next. What an earlier round copied, and still counts, is kept. */
  async copyBodies(): Promise<void> {
    const rows = this.getRows();
    if (rows.version === 0) return;
    const before = new Set(this.missing.map(({ id }) => id));
    const found = await this.bodies.copy(rows);
    this.missingIds = new Set(found.map(({ id }) => id));
    const missing = found.filter(isQueued);
    for (const { id } of missing) if (before.has(id)) this.damagedIds.add(id);
    this.missing = missing.filter(({ id }) => !this.damagedIds.has(id));
  }

  /** Public keys, as its relay knows them. */
  listKeys(): string[] {
    return this.getRows().listKeys();
  }

  /**
   * To be asked when the state of the database that is to be copied has been chosen; without `findRecorded` where there is
   * none.
   */
  async agreesWith(findRecorded?: FindRecorded): Promise<Agreement> {
    const rows = this.getRows();
    if (rows.version === 0) return 'good';
    const later = await CopiedRows.take(join(this.from, FILE_NAME), join(this.to, 'later.sqlite'));
    try {
      const owed = rows.listOwed();
      const stillOwed = new Map(later.listOwed().map(({ id, place }) => [id, place]));
      const settled = owed.filter(({ id }) => !stillOwed.has(id));
      const hasMoved = ({ id, place }: OwedRow): boolean =>
        this.missingIds.has(id) && (stillOwed.get(id) ?? place) !== place;
      this.settledIds = settled.map(({ id }) => id).filter((id) => this.missingIds.has(id));
      if (owed.some(hasMoved)) return 'torn';
      if (!findRecorded) return this.missing.length === 0 ? 'good' : 'torn';
      const recorded = this.missing.length === 0 ? [] : await findRecorded(this.missing);
      if (recorded && recorded.length < this.missing.length) return 'torn';
      const countedIds = settled.filter(({ isCounted }) => isCounted).map(({ id }) => id);
      return await this.compareCounts(later, countedIds, findRecorded);
    } finally {
      await later.remove();
    }
  }

  /** Leaves the copy as a relay opens it. Returns its version and how many reports wait in it: for processing, and owed. */
  finish(): { version: number; queued: number; owed: number } {
    const rows = this.getRows();
    const { version } = rows;
    let [queued, owed] = [0, 0];
    if (version > 0) {
      rows.drop(
        'reports',
        this.missing.map(({ id }) => id),
      );
      rows.drop('forwards', this.settledIds);
      this.bodies.tidy(rows);
      queued = rows.countQueued();
      owed = rows.listOwed().length;
    }
    rows.close();
    renameSync(rows.path, join(this.to, FILE_NAME));
    return { version, queued, owed };
  }

  /** `settledIds`: reports that were owed, and have been settled and counted since. */
  private async compareCounts(
    later: CopiedRows,
    settledIds: readonly number[],
    findRecorded: FindRecorded,
  ): Promise<Agreement> {
    const rows = this.getRows();
    // It is not in the copy any more, and its count may not be in the database yet.
    if (settledIds.some((id) => this.missingIds.has(id))) return 'uncounted';
    if (!rows.hasTallies && settledIds.length === 0) return 'good';
    if (later.lastGivenId === rows.lastGivenId) return 'good';
    // Others are not put into the queue before these have gone from it, and so are recorded.
    const ahead = rows.queuedTallies;
    const gone = ahead.length === 0 ? ahead : await findRecorded(ahead);
    return ahead.length > 0 && gone?.length === 0 ? 'good' : 'uncounted';
  }

  private getRows(): CopiedRows {
    if (!this.current) throw new Error('No round has begun.');
    return this.current;
  }
}

function isQueued(report: CopiedReport): report is ReportIdentity {
  return report.origin !== undefined;
}
