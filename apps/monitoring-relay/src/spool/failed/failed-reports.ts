import { Logger } from '../../logging/logger.ts';
import { ErrataError, type OutcomeCount } from '#shared';
import { countFailed } from '../../outcomes/count-ending.ts';
import { isEmpty } from '../../outcomes/report-contents.ts';
import { FailedRows } from './failed-rows.ts';
import type { LeftReport } from '../rows/left-report.ts';
import { findPlace, PLACE_COLUMNS, type PlaceColumns } from '../rows/place-columns.ts';
import { BODY_BYTES } from '../rows/report-row.ts';
import type { ClaimLimits, FailedReport, Failure } from '../ports/spool-queue.ts';
import { parseContents } from '../rows/stored-contents.ts';
import type { SpilledBodies } from '../bodies/spilled-bodies.ts';
import type { SpoolFile } from '../file/spool-file.ts';
import { type SpoolTallies, tallyProjectId } from '../tallies/spool-tallies.ts';

const COLUMNS = 'origin, project_id, event_id, received_at_ms';

/** The oldest go first. */
const LIMITS = { maxReports: 1000, maxBytes: 64 * 1024 * 1024 };

const NOTHING = Buffer.alloc(0);

interface Shelf {
  reports: number;
  /** Of the bodies. */
  bytes: number;
}

interface QueuedReport extends LeftReport, PlaceColumns {}

interface Facts {
  readonly project_id: number;
  readonly public_key: string;
  readonly contents: string;
  readonly received_at_ms: number;
}

/**
 * The reports of a spool that could not be processed, each with its reason, until the database has taken them. Bounded: a
 * database may be away, or refuse them.
 */
export class FailedReports {
  private readonly logger = new Logger(FailedReports.name);
  private readonly statements;
  private readonly rows: FailedRows;
  private shelf: Shelf;

  constructor(
    private readonly file: SpoolFile,
    private readonly parts: {
      readonly tallies: SpoolTallies;
      readonly spilled: SpilledBodies;
    },
    private readonly limits: typeof LIMITS = LIMITS,
  ) {
    this.statements = prepareStatements(file.db);
    this.rows = new FailedRows(file, parts.spilled);
    this.shelf = this.measure();
  }

  get count(): number {
    return this.shelf.reports;
  }

  /** Takes a report out of the queue, and notes its outcomes. Resolves with undefined when it was not in it. */
  async keep(id: number, failure: Failure): Promise<LeftReport | undefined> {
    // Before the write: what the disk says of this body is nothing to the others of its transaction.
    const body = this.readBody(id);
    const { left, dropped } = await this.write(() => {
      const row = this.statements.findLeft.get(id) as QueuedReport | undefined;
      if (row === undefined) return { left: row, dropped: 0 };
      const inFile = this.parts.spilled.find(id)?.bytes ?? 0;
      const keptBytes = this.moveToShelf(id, failure, { ...row, body });
      this.shelf.reports += 1;
      this.shelf.bytes += keptBytes + inFile;
      const found = { project_id: row.project_id, bytes: row.bytes + inFile };
      return { left: found, dropped: this.dropOldest(id) };
    });
    if (dropped > 0) this.logger.warn(`${dropped} failed reports were dropped for newer ones.`);
    return left;
  }

  /**
   * Remembers a report whose body cannot be read. Its row stays where it is: to free a damaged chain
   * of pages could take pages of other reports along, and SQLite mostly refuses it. A row that is
   * remembered here no longer counts as queued; what it held is tallied, as far as that can be read.
   * Resolves with false when it was remembered before.
   */
  keepUnreadable(id: number, reason: string): Promise<boolean> {
    return this.write(() => {
      if (!this.remember(id, reason)) return false;
      this.parts.tallies.add(this.countDamaged(id));
      const segment = this.findSegment(id);
      if (segment !== null) this.file.segments.release(segment);
      this.shelf.reports += 1;
      return true;
    });
  }

  private remember(id: number, reason: string): boolean {
    try {
      return this.statements.keepFacts.run(reason, id).changes > 0;
    } catch {
      // What stands before the body is damaged too: only the id is known.
      return this.statements.keepId.run(id, reason).changes > 0;
    }
  }

  /** What it has in a segment: undefined when that is damaged. Throws `spool.unavailable` when it may yet be read. */
  private readBody(id: number): Buffer | undefined {
    const find = (): unknown => this.statements.findLeft.get(id);
    try {
      const row = this.file.read(find) as QueuedReport | undefined;
      const place = row && findPlace(row);
      return place && this.file.segments.read([place])[0];
    } catch (cause) {
      throw new ErrataError('spool.unavailable', { cause });
    }
  }

  /** Out of its segment, which would be held by it. Returns how many bytes of a body are kept: none of a damaged one. */
  private moveToShelf(
    id: number,
    failure: Failure,
    { segment, bytes, body }: QueuedReport & { readonly body: Buffer | undefined },
  ): number {
    // Before it leaves: it is read for it.
    this.rows.note(id, failure);
    if (segment === null) {
      this.statements.keep.run(failure.reason, id);
    } else {
      this.statements.keepWith.run(failure.reason, body ?? NOTHING, id);
      this.file.segments.release(segment);
    }
    this.statements.remove.run(id);
    return segment === null ? bytes : (body?.length ?? 0);
  }

  /** As `SpoolQueue.listFailed` has it. */
  list(limits: ClaimLimits, exceptIds: readonly number[]): FailedReport[] {
    return this.shelf.reports === 0 ? [] : this.rows.list(limits, exceptIds);
  }

  /** Lets go of reports that the database has. */
  settle(ids: readonly number[]): Promise<void> {
    return this.write(() => {
      for (const id of ids) {
        const report = this.rows.drop(id);
        if (!report) continue;
        this.shelf.reports -= 1;
        this.shelf.bytes -= report.bytes;
      }
    });
  }

  /** None that can be read: then its segment stays until the spool is opened again. */
  private findSegment(id: number): number | null {
    try {
      return (this.statements.findLeft.get(id) as QueuedReport | undefined)?.segment ?? null;
    } catch {
      return null;
    }
  }

  /** A file of the first version has what a report held behind the body, out of reach. */
  private countDamaged(id: number): OutcomeCount[] {
    for (const statement of [this.statements.findFacts, this.statements.findFewFacts]) {
      try {
        return countDamaged(statement.get(id) as Facts);
      } catch {
        // Nobody knows whose it was when nothing of it can be read.
      }
    }
    return [];
  }

  /** Counts along with what is written, and anew when that is taken back. */
  private async write<Result>(run: () => Result): Promise<Result> {
    let isCommitted = false;
    try {
      const result = await this.file.write(run);
      isCommitted = true;
      return result;
    } catch (error) {
      this.shelf = this.measure();
      throw error;
    } finally {
      await this.parts.spilled.settle(isCommitted);
    }
  }

  private measure(): Shelf {
    const { reports, bytes } = this.statements.measure.get() as Shelf;
    return { reports, bytes: bytes + this.parts.spilled.measure('failed_reports') };
  }

  /** Returns how many. The latest stays whatever its size, and so does what says that a row is damaged. */
  private dropOldest(latestId: number): number {
    const { maxReports, maxBytes } = this.limits;
    let dropped = 0;
    while (this.shelf.reports > maxReports || this.shelf.bytes > maxBytes) {
      const oldest = this.statements.findOldest.get(latestId) as
        | { id: number; bytes: number }
        | undefined;
      if (!oldest) break;
      this.parts.tallies.add(this.rows.findUncounted(oldest.id));
      this.statements.drop.run(oldest.id);
      this.shelf.reports -= 1;
      this.shelf.bytes -= oldest.bytes + this.parts.spilled.remove(oldest.id);
      dropped += 1;
    }
    return dropped;
  }
}

function prepareStatements(db: SpoolFile['db']) {
  const insert = `INSERT INTO failed_reports (id, ${COLUMNS}, reason, body)`;
  const insertNew = insert.replace('INSERT', 'INSERT OR IGNORE');
  return {
    // The length stands in front of a body: none is read for it.
    measure: db.prepare(
      'SELECT count(*) AS reports, coalesce(sum(length(body)), 0) AS bytes FROM failed_reports',
    ),
    keep: db.prepare(`${insert} SELECT id, ${COLUMNS}, ?, body FROM reports WHERE id = ?`),
    keepWith: db.prepare(`${insert} SELECT id, ${COLUMNS}, ?, ? FROM reports WHERE id = ?`),
    keepFacts: db.prepare(`${insertNew} SELECT id, ${COLUMNS}, ?, x'' FROM reports WHERE id = ?`),
    keepId: db.prepare(`${insertNew} VALUES (?, '', 0, NULL, 0, ?, x'')`),
    remove: db.prepare('DELETE FROM reports WHERE id = ?'),
    findLeft: db.prepare(
      `SELECT project_id, ${BODY_BYTES} AS bytes, ${PLACE_COLUMNS} FROM reports WHERE id = ?`,
    ),
    findFacts: db.prepare(
      'SELECT project_id, public_key, contents, received_at_ms FROM reports WHERE id = ?',
    ),
    findFewFacts: db.prepare(
      `SELECT project_id, '' AS public_key, '{}' AS contents, received_at_ms
       FROM reports WHERE id = ?`,
    ),
    findOldest: db.prepare(
      `SELECT id, length(body) AS bytes FROM failed_reports
       WHERE id <> ? AND NOT EXISTS (SELECT 1 FROM reports WHERE reports.id = failed_reports.id)
       ORDER BY id LIMIT 1`,
    ),
    drop: db.prepare('DELETE FROM failed_reports WHERE id = ?'),
  };
}

function countDamaged(facts: Facts): OutcomeCount[] {
  // What a damaged tally held, nobody knows.
  if (facts.project_id === tallyProjectId) return [];
  const sender = {
    projectId: facts.project_id,
    publicKey: facts.public_key,
    atMs: facts.received_at_ms,
  };
  const contents = parseContents(facts.contents);
  // It held something, or it would not be here.
  const known = isEmpty(contents.kept) ? { ...contents, kept: { unknown: 1 } } : contents;
  return countFailed(sender, 'damaged', known);
}
