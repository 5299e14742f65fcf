import { destination, pino, stdTimeFunctions } from 'pino';
import type { LineWriter } from './log-entry.ts';

/** Bytes buffered while the reader of the lines is slow. Further lines are lost. */
const MAX_WAITING_BYTES = 1024 * 1024;

export interface JsonLinesOptions {
  readonly service: string;
  readonly to?: number | string;
}

/** Creates a writer of JSON lines. Each line is written before the call returns. */
export function createJsonLines({ service, to = 1 }: JsonLinesOptions): LineWriter {
  const stream = destination({ dest: to, sync: true, maxLength: MAX_WAITING_BYTES });
  // A full disk or a closed pipe must not end the process, and cannot be logged either.
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
