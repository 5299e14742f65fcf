import { describeError, Logger } from '#telemetry/plain';
import type { SpoolFile } from '../file/spool-file.ts';

/**
 * Counts in each report's row how often it was claimed. What settles a report removes its row. So a count that is met
 * again says that processing ended while the report was claimed (ADR 86).
 */
export class ClaimAttempts {
  private readonly logger = new Logger(ClaimAttempts.name);
  private readonly statements;
  private isFailing = false;

  constructor(private readonly file: SpoolFile) {
    this.statements = {
      count: file.db.prepare(
        'UPDATE reports SET attempts = attempts + 1 WHERE id IN (SELECT value FROM json_each(?))',
      ),
      clear: file.db.prepare('UPDATE reports SET attempts = 0 WHERE id <= ? AND attempts > 0'),
    };
  }

  /** Of reports that can be read: to write to a damaged row may damage others. */
  count(ids: readonly number[]): void {
    if (ids.length > 0) this.write(() => this.statements.count.run(JSON.stringify(ids)));
  }

  /** Of the reports up to that id. */
  clear(upToId: number): void {
    if (upToId > 0) this.write(() => this.statements.clear.run(upToId));
  }

  /** Where the spool cannot be written, processing goes on without counts. */
  private write(run: () => unknown): void {
    try {
      this.file.writeUnsynced(run);
      this.isFailing = false;
    } catch (error) {
      if (!this.isFailing)
        this.logger.warn(
          `Attempts cannot be counted in ${this.file.name}. ${describeError(error)}`,
        );
      this.isFailing = true;
    }
  }
}
