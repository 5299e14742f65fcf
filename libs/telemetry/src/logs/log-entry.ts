import { inspect } from 'node:util';
import type { LogEntry } from '../requests/about-request.ts';
import type { RequestFields } from '../requests/request-context.ts';
import type { LineLevel } from './log-levels.ts';

export interface LogLine {
  readonly level: LineLevel;
  readonly context?: string;
  readonly msg: string;
  readonly fields: Partial<RequestFields>;
}

/** Writes a line. Never throws; a line that cannot be written is lost. */
export type LineWriter = (line: LogLine) => void;

/**
 * Turns any logged value into an entry: errors with their stack, other values as `inspect` prints
 * them.
 */
export function toEntry(message: unknown): LogEntry {
  if (typeof message === 'string') return { msg: message };
  if (message instanceof Error) return { msg: message.stack ?? String(message) };
  if (isEntry(message)) return message;
  return { msg: inspect(message) };
}

function isEntry(message: unknown): message is LogEntry {
  return typeof message === 'object' && typeof (message as LogEntry | null)?.msg === 'string';
}
