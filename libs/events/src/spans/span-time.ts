import { readTimestampMs } from '../reading/timestamps.ts';

const ISO = /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d:\d\d)(\.\d{1,9})?([zZ]|[+-]\d\d:?\d\d)?$/;

/**
 * Like `readTimestampMs`, with the parts of a millisecond: statements often take less than one.
 * SDKs send seconds as a number or text, or ISO 8601 with up to nine digits.
 */
export function readSpanTime(value: unknown): number | undefined {
  const wholeMs = readTimestampMs(value);
  if (wholeMs === undefined) return undefined;
  if (typeof value === 'number') return value * 1000;
  const iso = ISO.exec(value as string);
  if (!iso) return /^[\d.]+$/.test(value as string) ? Number(value) * 1000 : wholeMs;
  const [, date, time, fraction = '0', zone = 'Z'] = iso;
  return Date.parse(`${date}T${time}${zone}`) + Number(fraction) * 1000;
}
