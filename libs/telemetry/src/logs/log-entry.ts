import { inspect } from 'node:util';
import type { LogEntry } from '../requests/about-request.ts';
import type { RequestFields } from '../requests/request-context.ts';
import type { LineLevel } from './log-levels.ts';

/** One line, ready to be written. */
export interface LogLine {
  readonly level: LineLevel;
  /** Which part says it. */
  readonly context?: string;
  readonly msg: string;
  readonly fields: Partial<RequestFields>;
}

/** Writes a line somewhere. Never throws: what cannot be written is lost, and nothing else. */
export type LineWriter = (line: LogLine) => void;

/** Whatever was handed to a logger: errors with their stack, other values as they are printed. */
export function toEntry(message: unknown): LogEntry {
  if (typeof message === 'string') return { msg: message };
  if (message instanceof Error) return { msg: message.stack ?? String(message) };
  if (isEntry(message)) return message;
  return { msg: inspect(message) };
}

function isEntry(message: unknown): message is LogEntry {
  return typeof message === 'object' && typeof (message as LogEntry | null)?.msg === 'string';
}
