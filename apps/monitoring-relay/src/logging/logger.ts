/** One thing that somebody has to say to who runs the relay. */
export interface LogLine {
  readonly level: 'log' | 'warn' | 'error';
  /** Which part says it. */
  readonly from: string;
  readonly text: string;
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
