import { ConsoleLogger } from '@nestjs/common';
import { toPrintable } from '#shared';
import type { LineWriter, LogLine } from './log-entry.ts';
import { nestLevels } from './log-levels.ts';

/**
 * `isTTY` is undefined when there is no terminal, despite its type; Nest would read undefined as
 * true.
 */
export function isTerminal(): boolean {
  return process.stdout.isTTY || false;
}

/** Creates a writer of Nest's text lines. Control sequences in a text cannot reach the terminal. */
export function createTextLines(): LineWriter {
  const console = new ConsoleLogger({ colors: isTerminal() });
  return (line) => {
    const text = toPrintable(line.msg) + toRequestNote(line);
    if (line.context === undefined) console[nestLevels[line.level]](text);
    else console[nestLevels[line.level]](text, line.context);
  };
}

function toRequestNote({ fields: { requestId, traceId } }: LogLine): string {
  if (requestId === undefined) return '';
  return ` (request ${requestId}${traceId === undefined ? '' : `, trace ${traceId}`})`;
}
