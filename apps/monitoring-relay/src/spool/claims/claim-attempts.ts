import { describeError, Logger } from '#telemetry/plain';
import type { SpoolFile } from '../file/spool-file.ts';

/**
 * Counts claims in each report's row. Settling removes the row. A count found after a restart
 * therefore means that processing ended while the report was claimed.
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

  /** Counts only readable reports, because writing to a damaged row may damage others. */
  count(ids: readonly number[]): void {
    if (ids.length > 0) this.write(() => this.statements.count.run(JSON.stringify(ids)));
  }

  clear(upToId: number): void {
    if (upToId > 0) this.write(() => this.statements.clear.run(upToId));
  }

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
