import { ConsoleLogger } from '@nestjs/common';
import { toPrintable } from '#shared';
import type { LineWriter, LogLine } from './log-entry.ts';
import { nestLevels } from './log-levels.ts';

/** `undefined`, whatever its type says, where there is none: Nest would take that for one. */
export function isTerminal(): boolean {
  return process.stdout.isTTY || false;
}

/** Lines for a person, as Nest writes them. Nothing in them acts on the terminal. */
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
