import { Logger } from '@nestjs/common';
import type { SpoolFile } from './spool-file.ts';

const COLUMNS = 'origin, project_id, event_id, received_at_ms';

/** What is kept for the operator to look at; the oldest go first. */
const LIMITS = { maxReports: 1000, maxBytes: 64 * 1024 * 1024 };

interface Shelf {
  reports: number;
  /** Of the bodies. */
  bytes: number;
}

/** The reports of a spool that could not be processed, each with its reason; bounded. */
export class FailedReports {
  private readonly logger = new Logger(FailedReports.name);
  private readonly statements;
  private shelf: Shelf;

  constructor(
    private readonly file: SpoolFile,
    private readonly limits: typeof LIMITS = LIMITS,
  ) {
    this.statements = prepareStatements(file.db);
    this.shelf = this.statements.measure.get() as Shelf;
  }

  get count(): number {
    return this.shelf.reports;
  }

  /** Takes a report out of the queue. Resolves with the bytes of its body; undefined when it was not in it. */
  async keep(id: number, reason: string): Promise<number | undefined> {
    const { bytes: moved, dropped } = await this.write(() => {
      const bytes = this.statements.findBytes.get(id) as number | undefined;
      if (bytes === undefined) return { bytes, dropped: 0 };
      this.statements.keep.run(reason, id);
      this.statements.remove.run(id);
      this.shelf.reports += 1;
      this.shelf.bytes += bytes;
      return { bytes, dropped: this.dropOldest(id) };
    });
    if (dropped > 0) this.logger.warn(`${dropped} failed reports were dropped for newer ones.`);
    return moved;
  }

  /**
   * Remembers a report whose body cannot be read. Its row stays where it is: to free a damaged chain
   * of pages could take pages of other reports along, and SQLite mostly refuses it. A row that is
   * remembered here no longer counts as queued.
   */
  async keepUnreadable(id: number, reason: string): Promise<void> {
    await this.write(() => {
      try {
        this.statements.keepFacts.run(reason, id);
      } catch {
        // What stands before the body is damaged too: only the id is known.
        this.statements.keepId.run(id, reason);
      }
      this.shelf.reports += 1;
    });
  }

  /** Counts along with what is written, and anew when that is taken back. */
  private async write<Result>(run: () => Result): Promise<Result> {
    try {
      return await this.file.write(run);
    } catch (error) {
      this.shelf = this.statements.measure.get() as Shelf;
      throw error;
    }
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
      this.shelf.bytes -= oldest.bytes;
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
    keepFacts: db.prepare(`${insert} SELECT id, ${COLUMNS}, ?, x'' FROM reports WHERE id = ?`),
    keepId: db.prepare(`${insert} VALUES (?, '', 0, NULL, 0, ?, x'')`),
    remove: db.prepare('DELETE FROM reports WHERE id = ?'),
    findBytes: db.prepare('SELECT length(body) FROM reports WHERE id = ?').pluck(),
    findOldest: db.prepare(
      `SELECT id, length(body) AS bytes FROM failed_reports
       WHERE id <> ? AND NOT EXISTS (SELECT 1 FROM reports WHERE reports.id = failed_reports.id)
       ORDER BY id LIMIT 1`,
    ),
    drop: db.prepare('DELETE FROM failed_reports WHERE id = ?'),
  };
}
