import { MapFault } from './map-fault.ts';

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
const NO_DIGIT = 255;
const DIGITS = new Uint8Array(128).fill(NO_DIGIT);
for (let digit = 0; digit < ALPHABET.length; digit += 1) DIGITS[ALPHABET.charCodeAt(digit)] = digit;

const COMMA = 44;
const SEMICOLON = 59;

/**
 * Shift of the last digit that a number may have. Six digits hold a sign and 29 bits, which
 * suffices for the difference between any two numbers up to `MAX_NUMBER`.
 */
const MAX_SHIFT = 25;

/**
 * Largest number that a mapping may contain. `sortRows` relies on small columns, and no program has
 * a line of 268 million columns.
 */
export const MAX_NUMBER = 2 ** 28;

/**
 * Reads `mappings` segment by segment without an object for each, because a map of 50 MB has six
 * million segments. All numbers count from 0. The encoding is that of ECMA-426, "Mappings
 * structure".
 *
 * @example
 *     const cursor = new MappingsCursor('AAAA,CAAC');
 *     while (cursor.next()) visit(cursor.line, cursor.column);
 */
export class MappingsCursor {
  line = 0;
  column = 0;
  source = 0;
  originalLine = 0;
  originalColumn = 0;
  name = 0;
  /**
   * 1 when the segment belongs to no source. 4 when `source`, `originalLine` and `originalColumn`
   * are set. 5 when `name` is set as well.
   */
  fieldCount = 0;

  readonly #mappings: string;
  #at = 0;

  constructor(mappings: string) {
    this.#mappings = mappings;
  }

  /**
   * Moves on to the next segment. Returns false when there is none.
   *
   * @throws {MapFault} at a broken segment
   */
  next(): boolean {
    for (; this.#at < this.#mappings.length; this.#at += 1) {
      const code = this.#mappings.charCodeAt(this.#at);
      if (code === SEMICOLON) {
        this.line += 1;
        this.column = 0;
      } else if (code !== COMMA) {
        this.#readSegment();
        return true;
      }
    }
    return false;
  }

  #readSegment(): void {
    this.column = this.#readNumber(this.column);
    this.fieldCount = 1;
    if (this.#isAtEnd()) return;
    this.source = this.#readNumber(this.source);
    this.originalLine = this.#readNumber(this.originalLine);
    this.originalColumn = this.#readNumber(this.originalColumn);
    this.fieldCount = 4;
    if (this.#isAtEnd()) return;
    this.name = this.#readNumber(this.name);
    this.fieldCount = 5;
    if (!this.#isAtEnd()) throw this.#fault('a segment has more than five fields');
  }

  #isAtEnd(): boolean {
    if (this.#at >= this.#mappings.length) return true;
    const code = this.#mappings.charCodeAt(this.#at);
    return code === COMMA || code === SEMICOLON;
  }

  #readNumber(before: number): number {
    let value = 0;
    let digit = 0;
    let shift = 0;
    do {
      if (this.#isAtEnd()) throw this.#fault('a segment ends too early');
      digit = DIGITS[this.#mappings.charCodeAt(this.#at)] ?? NO_DIGIT;
      if (digit === NO_DIGIT) throw this.#fault('a character is no Base64 digit');
      if (shift > MAX_SHIFT) throw this.#fault('a number is too large');
      value |= (digit & 31) << shift;
      shift += 5;
      this.#at += 1;
    } while ((digit & 32) !== 0);
    const number = before + ((value & 1) === 1 ? -(value >>> 1) : value >>> 1);
    if (number < 0) throw this.#fault('a number is negative');
    if (number > MAX_NUMBER) throw this.#fault('a number is too large');
    return number;
  }

  #fault(what: string): MapFault {
    return new MapFault(`The mappings are broken at generated line ${this.line + 1}: ${what}.`);
  }
}
