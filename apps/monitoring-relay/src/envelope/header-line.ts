import { reportLimits } from '#shared';
import { type EnvelopeRefusal, malformed, tooLarge } from './envelope.ts';
import { isWithinDepth } from './json-depth.ts';
import { parseJson } from './parse-json.ts';

const LINE_FEED = 0x0a;

export interface HeaderLine {
  readonly ok: true;
  readonly fields: Readonly<Record<string, unknown>>;
  /** Where what follows the line begins; the bytes' length when nothing does. */
  readonly endOffset: number;
}

/** Reads the JSON object that stands on the line at `offset`; `what` names the line in a refusal. */
export function parseHeaderLine(
  bytes: Buffer,
  offset: number,
  what: string,
): HeaderLine | EnvelopeRefusal {
  const newline = bytes.indexOf(LINE_FEED, offset);
  const lineEnd = newline === -1 ? bytes.length : newline;
  if (lineEnd - offset > reportLimits.headerLineBytes) {
    return tooLarge(`The ${what} is longer than ${reportLimits.headerLineBytes} bytes.`);
  }
  const fields = parseObject(bytes.toString('utf8', offset, lineEnd));
  if (!fields) return malformed(`The ${what} is not a JSON object.`);
  if (!isWithinDepth(fields, reportLimits.jsonDepth)) {
    return malformed(`The ${what} is nested deeper than ${reportLimits.jsonDepth} levels.`);
  }
  return { ok: true, fields, endOffset: newline === -1 ? bytes.length : newline + 1 };
}

function parseObject(line: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = parseJson(line);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : undefined;
  } catch {
    // Not JSON is an ordinary finding here; the caller names the line.
    return undefined;
  }
}
