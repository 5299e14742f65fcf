/** One thing that somebody has to say to who runs the relay. */
export interface LogLine {
  readonly level: 'log' | 'warn' | 'error';
  /** Which part says it. */
  readonly from: string;
  readonly text: string;
  /** Says that the database is away, or that it answers again: many parts notice, and one line a minute tells. */
  readonly database?: 'away' | 'back';
}

export type LogWriter = (line: LogLine) => void;

/**
 * Says what is worth knowing, wherever a part runs: parts that also run in a thread of their own have this
 * one instead of Nest's, which would cost that thread 29 MB (measured), and whose levels and format are the
 * process's. Lines go to one place for the whole thread, and nowhere before there is one.
 */
export class Logger {
  private static write: LogWriter = () => undefined;

  constructor(private readonly from: string) {}

  /** From now on every line of this thread goes there. */
  static writeTo(write: LogWriter): void {
    Logger.write = write;
  }

  /** Writes a line of another thread. */
  static pass(line: LogLine): void {
    Logger.write(line);
  }

  /** Says what a database that is away means, and why it is. */
  noteAway(text: string, error: unknown): void {
    const why = error instanceof Error ? error.message : String(error);
    Logger.write({ level: 'warn', from: this.from, text: `${text} ${why}`, database: 'away' });
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
