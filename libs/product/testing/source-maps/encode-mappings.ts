const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

/**
 * Generated column; then, optionally, source, original line and original column; then, optionally,
 * the name. All count from 0.
 */
export type TestSegment = readonly number[];

export function encodeMappings(lines: readonly (readonly TestSegment[])[]): string {
  const before = [0, 0, 0, 0, 0];
  return lines
    .map((segments) => {
      before[0] = 0;
      return segments.map((segment) => encodeSegment(segment, before)).join(',');
    })
    .join(';');
}

function encodeSegment(segment: TestSegment, before: number[]): string {
  return segment
    .map((number, field) => {
      const difference = number - (before[field] ?? 0);
      before[field] = number;
      return encodeNumber(difference);
    })
    .join('');
}

function encodeNumber(number: number): string {
  let rest = number < 0 ? -number * 2 + 1 : number * 2;
  let text = '';
  do {
    const digit = rest % 32;
    rest = Math.floor(rest / 32);
    text += ALPHABET[rest > 0 ? digit + 32 : digit];
  } while (rest > 0);
  return text;
}
