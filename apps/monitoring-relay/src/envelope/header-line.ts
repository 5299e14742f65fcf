import { countNames, reportLimits, parseJson } from '#shared';
import { type EnvelopeRefusal, malformed, tooLarge } from './envelope.ts';

const LINE_FEED = 0x0a;

export interface HeaderLine {
  readonly ok: true;
  readonly fields: Readonly<Record<string, unknown>>;
}

export function parseHeaderLine(line: Buffer, what: string): HeaderLine | EnvelopeRefusal {
  const end = line.at(-1) === LINE_FEED ? line.length - 1 : line.length;
  if (end > reportLimits.headerLineBytes) return lineTooLong(what);
  const fields = parseObject(line.toString('utf8', 0, end));
  if (!fields) return malformed(`The ${what} is not a JSON object.`);
  if (countNames(fields, reportLimits.jsonDepth) === Infinity) {
    return malformed(`The ${what} is nested deeper than ${reportLimits.jsonDepth} levels.`);
  }
  return { ok: true, fields };
}

export function lineTooLong(what: string): EnvelopeRefusal {
  return tooLarge(`The ${what} is longer than ${reportLimits.headerLineBytes} bytes.`);
}

function parseObject(line: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = parseJson(line);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : undefined;
  } catch {
    return undefined;
  }
}
