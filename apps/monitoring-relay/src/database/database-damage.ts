import type { LogWriter } from '#telemetry/plain';

/**
 * Knows whether any thread of this process has found the database damaged. The log is the one place
 * that all threads tell. Only a restart forgets it, since a database is mended while Errata is
 * stopped.
 */
export class DatabaseDamage {
  #isKnown = false;

  get isKnown(): boolean {
    return this.#isKnown;
  }

  /** Notes damage in the lines for `write`. An outage that is an error is damage. */
  watch(write: LogWriter): LogWriter {
    return (line) => {
      this.#isKnown ||= line.database === 'away' && line.level === 'error';
      write(line);
    };
  }
}
