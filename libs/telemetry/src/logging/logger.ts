import { ErrataError } from '#shared';

export interface LogLine {
  readonly level: 'log' | 'warn' | 'error';
  readonly from: string;
  readonly text: string;
  /**
   * Marks a line about an outage of the database, or about its end. Many parts of the program
   * notice an outage, and the writer logs it only once a minute.
   */
  readonly database?: 'away' | 'back';
}

export type LogWriter = (line: LogLine) => void;

/**
 * Logger for code that may run in a thread of its own. Nest's logger would cost each thread 29 MB
 * (measured). Lines go to the writer of the thread, and are dropped until `writeTo` sets one.
 */
export class Logger {
  private static write: LogWriter = () => undefined;

  constructor(private readonly from: string) {}

  static writeTo(write: LogWriter): void {
    Logger.write = write;
  }

  static pass(line: LogLine): void {
    Logger.write(line);
  }

  /** Logs an error when the database is damaged, and otherwise a warning. */
  noteAway(text: string, error: unknown): void {
    const why = error instanceof Error ? error.message : String(error);
    const isDamaged = error instanceof ErrataError && error.code === 'database.damaged';
    const level = isDamaged ? 'error' : 'warn';
    Logger.write({ level, from: this.from, text: `${text} ${why}`, database: 'away' });
  }

  noteBack(text: string): void {
    Logger.write({ level: 'log', from: this.from, text, database: 'back' });
  }

  log(text: string): void {
    Logger.write({ level: 'log', from: this.from, text });
  }

  warn(text: string): void {
    Logger.write({ level: 'warn', from: this.from, text });
  }

  error(text: string): void {
    Logger.write({ level: 'error', from: this.from, text });
  }
}
