import { destination, pino, stdTimeFunctions } from 'pino';
import type { LineWriter } from './log-entry.ts';

/** Waits in memory while who reads the lines is slow; what is more is lost. */
const MAX_WAITING_BYTES = 1024 * 1024;

export interface JsonLinesOptions {
  /** Which of the services writes. */
  readonly service: string;
  /** The standard output unless said. */
  readonly to?: number | string;
}

/** Lines for programs: an object of JSON each, written before the call returns. */
export function createJsonLines({ service, to = 1 }: JsonLinesOptions): LineWriter {
  const stream = destination({ dest: to, sync: true, maxLength: MAX_WAITING_BYTES });
  // On a full disk, or with nobody left to read: no reason to end, nor anywhere to say it.
  stream.on('error', () => undefined);
  const log = pino(
    {
      level: 'debug',
      base: { service, pid: process.pid },
      timestamp: stdTimeFunctions.isoTime,
      formatters: { level: (level) => ({ level }) },
    },
    stream,
  );
  return ({ level, context, msg, fields }) => log[level]({ context, ...fields }, msg);
}
