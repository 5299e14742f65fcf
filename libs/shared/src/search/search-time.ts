import type { Compared, Comparison, SearchAge } from './value-kinds.ts';
import { ageUnits } from './value-kinds.ts';

const AGE = /^(?:(?<is>[<>])=?)?(?<sign>[-+]?)(?<amount>\d{1,6})(?<unit>[mhdw])$/;
const DATE = /^\d{4}-\d{2}-\d{2}(?:T(?<hour>\d{2}):(?<minute>\d{2})(?<second>:\d{2})?)?Z?$/;

const SECOND_MS = 1000;

/**
 * Unix milliseconds from `fromMs` up to, but not including, `beforeMs`. An absent bound means no
 * limit.
 */
export interface TimeRange {
  readonly fromMs?: number;
  readonly beforeMs?: number;
}

/** Ages of `<1d` and times `>-1d` are those of `-1d`, and `>1d` or `<-1d` mean `+1d`. */
const SIGNS: ReadonlyMap<string, SearchAge['sign']> = new Map([
  ['-', '-'],
  ['+', '+'],
  ['<', '-'],
  ['>', '+'],
  ['>-', '-'],
  ['<-', '+'],
]);

export function readAge(text: string): SearchAge | undefined {
  const { is = '', sign: typed = '', amount, unit } = AGE.exec(text)?.groups ?? {};
  const sign = SIGNS.get(is + typed);
  if (sign === undefined) return undefined;
  return {
    sign,
    amount: Number(amount),
    unit: unit as SearchAge['unit'],
  };
}

/**
 * Returns the day, minute or second in UTC without the `Z`. Returns undefined when no such time
 * exists.
 */
export function readDate(text: string): string | undefined {
  const date = text.toUpperCase().replace(/Z$/, '');
  return toSpan(date) ? date : undefined;
}

export function toTimeRange(value: SearchAge | Compared<string>, nowMs: number): TimeRange {
  if ('sign' in value) {
    const sinceMs = nowMs - value.amount * ageUnits[value.unit];
    return value.sign === '-' ? { fromMs: sinceMs } : { beforeMs: sinceMs };
  }
  const span = toSpan(value.to);
  if (!span) throw new RangeError(`No time of a search: ${value.to}`);
  const { fromMs, beforeMs } = span;
  if (value.upTo !== undefined) return { fromMs, beforeMs: toSpan(value.upTo)!.beforeMs };
  const ranges: Record<Comparison, TimeRange> = {
    '=': span,
    '>': { fromMs: beforeMs },
    '>=': { fromMs },
    '<': { beforeMs: fromMs },
    '<=': { beforeMs },
  };
  return ranges[value.is];
}

function toSpan(date: string): Required<TimeRange> | undefined {
  const groups = DATE.exec(date)?.groups;
  if (DATE.exec(date) === null) return undefined;
  const { hour, second } = groups ?? {};
  const fromMs = Date.parse(hour === undefined ? `${date}T00:00Z` : `${date}Z`);
  // Some JavaScript engines read 30 February as a day of March.
  if (Number.isNaN(fromMs) || new Date(fromMs).toISOString().slice(0, 10) !== date.slice(0, 10)) {
    return undefined;
  }
  const lengthMs = hour === undefined ? ageUnits.d : second === undefined ? ageUnits.m : SECOND_MS;
  return { fromMs, beforeMs: fromMs + lengthMs };
}
