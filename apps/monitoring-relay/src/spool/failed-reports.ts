import { Logger } from '../logging/logger.ts';
import type { OutcomeCount } from '#shared';
import { countFailed } from '../outcomes/count-ending.ts';
import { isEmpty } from '../outcomes/report-contents.ts';
import { BODY_BYTES, findPlace, PLACE_COLUMNS, type PlaceColumns } from './report-row.ts';
import { parseContents } from './stored-contents.ts';
import type { SpilledBodies } from './spilled-bodies.ts';
import type { SpoolFile } from './spool-file.ts';
import { type SpoolTallies, tallyProjectId } from './spool-tallies.ts';

const COLUMNS = 'origin, project_id, event_id, received_at_ms';

/** What is kept for the operator to look at; the oldest go first. */
const LIMITS = { maxReports: 1000, maxBytes: 64 * 1024 * 1024 };

const NOTHING = Buffer.alloc(0);

interface Shelf {
  reports: number;
  /** Of the bodies. */
  bytes: number;
}

/** A report that is no longer in the queue. */
export interface LeftReport {
  readonly project_id: number;
  /** Of its body. */
  readonly bytes: number;
}

interface QueuedReport extends LeftReport, PlaceColumns {}

interface Facts {
  readonly project_id: number;
  readonly public_key: string;
  readonly contents: string;
  readonly received_at_ms: number;
}

/** The reports of a spool that could not be processed, each with its reason; bounded. */
export class FailedReports {
  private readonly logger = new Logger(FailedReports.name);
  private readonly statements;
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
    this.shelf = this.measure();
  }

  get count(): number {
    return this.shelf.reports;
  }

  /** Takes a report out of the queue, and tallies `outcomes`. Resolves with undefined when it was not in it. */
  async keep(
    id: number,
    reason: string,
    outcomes: readonly OutcomeCount[],
  ): Promise<LeftReport | undefined> {
    const { left, dropped } = await this.write(() => {
      const row = this.statements.findLeft.get(id) as QueuedReport | undefined;
      if (row === undefined) return { left: row, dropped: 0 };
      const inFile = this.parts.spilled.find(id)?.bytes ?? 0;
      this.parts.tallies.add(outcomes);
      const keptBytes = this.moveToShelf(id, reason, row);
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
   */
  async keepUnreadable(id: number, reason: string): Promise<void> {
    await this.write(() => {
      try {
        this.statements.keepFacts.run(reason, id);
      } catch {
        // What stands before the body is damaged too: only the id is known.
        this.statements.keepId.run(id, reason);
      }
      this.parts.tallies.add(this.countDamaged(id));
      this.shelf.reports += 1;
    });
  }

  /** Out of its segment, which would be held by it. Returns how many bytes of a body are kept: none of a damaged one. */
  private moveToShelf(id: number, reason: string, row: QueuedReport): number {
    const place = findPlace(row);
    if (place) {
      const [body = NOTHING] = this.file.segments.read([place]);
      this.statements.keepWith.run(reason, body, id);
      this.file.segments.release(place.segment);
      this.statements.remove.run(id);
      return body.length;
    }
    this.statements.keep.run(reason, id);
    this.statements.remove.run(id);
    return row.bytes;
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
        { id: number; bytes: number } | undefined;
      if (!oldest) break;
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
  return {
    // The length stands in front of a body: none is read for it.
    measure: db.prepare(
      'SELECT count(*) AS reports, coalesce(sum(length(body)), 0) AS bytes FROM failed_reports',
    ),
    keep: db.prepare(`${insert} SELECT id, ${COLUMNS}, ?, body FROM reports WHERE id = ?`),
    keepWith: db.prepare(`${insert} SELECT id, ${COLUMNS}, ?, ? FROM reports WHERE id = ?`),
    keepFacts: db.prepare(`${insert} SELECT id, ${COLUMNS}, ?, x'' FROM reports WHERE id = ?`),
    keepId: db.prepare(`${insert} VALUES (?, '', 0, NULL, 0, ?, x'')`),
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
