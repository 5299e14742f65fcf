import { refuse } from './scan.ts';
import type { Piece, RawValue, Scanner } from './scan.ts';
import type { Parsed } from './search.ts';

/**
 * Reads the values after a key: one value, several in brackets, or several separated by commas
 * without blanks. When `areMany` is false, commas belong to the value. Returns at least one value,
 * and no empty values.
 */
export function scanValues(
  scanner: Scanner,
  key: string,
  areMany = true,
): Parsed<readonly RawValue[]> {
  if (scanner.startsWith('[')) return scanList(scanner, key);
  const values: RawValue[] = [];
  do {
    const value = scanValue(scanner, areMany ? '",' : '"');
    if (!value.ok) return value;
    values.push(value.value);
  } while (scanner.take(','));
  return requireSome(key, values);
}

function scanList(scanner: Scanner, key: string): Parsed<readonly RawValue[]> {
  const from = scanner.at;
  const values: RawValue[] = [];
  scanner.take('[');
  do {
    scanner.skipBlanks();
    const value = scanValue(scanner, '",]');
    if (!value.ok) return value;
    values.push(value.value);
    scanner.skipBlanks();
  } while (scanner.take(','));
  if (scanner.take(']')) return requireSome(key, values);
  const message = scanner.isAtEnd
    ? 'This bracket is never closed.'
    : 'Put commas between the values in brackets.';
  return refuse({ at: from, end: scanner.at, message });
}

function scanValue(scanner: Scanner, ends: string): Parsed<RawValue> {
  const { at } = scanner;
  const pieces: Piece[] = [];
  for (;;) {
    if (scanner.startsWith('"')) {
      const quoted = scanner.takeQuoted();
      if (!quoted.ok) return quoted;
      pieces.push({ text: quoted.value, isQuoted: true });
      continue;
    }
    const text = scanner.takeBare(ends);
    if (text === '') return { ok: true, value: { pieces, at, end: scanner.at } };
    pieces.push({ text, isQuoted: false });
  }
}

function requireSome(key: string, values: readonly RawValue[]): Parsed<readonly RawValue[]> {
  const empty = values.find(({ pieces }) => pieces.every(({ text }) => text === ''));
  if (!empty) return { ok: true, value: values };
  const message =
    values.length > 1
      ? `A value is missing beside a comma. Write several values like ${key}:[a, b]. Put a value with a comma in quotes.`
      : `A value is missing after ${key}:`;
  return refuse({ at: empty.at, end: empty.end, message });
}
