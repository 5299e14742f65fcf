import type { JsonValue } from '#shared';
import type { CutNotes } from './cut-notes.ts';
import { fieldLimits, jsonLimits } from './field-limits.ts';
import { cutText, readObject } from './shape.ts';

const TOO_DEEP = '[cut: nested too deep]';
/** Assigning to `__proto__` would change the object's prototype instead of adding a field. */
const UNSAFE_NAME = '__proto__';

/**
 * Copies JSON values up to a limit of size, depth and number of entries. Notes how many values did
 * not fit.
 */
export class JsonBudget {
  constructor(
    private left: number,
    private readonly what: string,
    private readonly notes: CutNotes,
  ) {}

  /**
   * Copies the entries that fit. Returns undefined when `value` is no object or no entry was
   * copied.
   */
  copyObject(value: unknown): Record<string, JsonValue> | undefined {
    const source = readObject(value);
    if (!source) return undefined;
    const copy = this.copyEntries(source, 1);
    return Object.keys(copy).length === 0 ? undefined : copy;
  }

  private copy(value: unknown, depth: number): JsonValue | undefined {
    if (typeof value === 'string') return this.copyText(value);
    if (typeof value !== 'object') return this.copyPlain(value);
    if (value === null) return this.fit(4) ? null : undefined;
    if (depth > jsonLimits.depth) {
      this.noteLeftOut(1);
      return this.spend(TOO_DEEP.length) ? TOO_DEEP : undefined;
    }
    return Array.isArray(value)
      ? this.copyList(value, depth)
      : this.copyEntries(value as Record<string, unknown>, depth);
  }

  private copyPlain(value: unknown): JsonValue | undefined {
    if (typeof value === 'boolean') return this.fit(5) ? value : undefined;
    return typeof value === 'number' && Number.isFinite(value) && this.fit(8) ? value : undefined;
  }

  private copyText(text: string): string | undefined {
    const cut = cutText(text, fieldLimits.jsonText);
    if (!this.fit(cut.length + 2)) return undefined;
    this.notes.noteLength(text, fieldLimits.jsonText, `texts of ${this.what}`);
    return cut;
  }

  private copyList(list: readonly unknown[], depth: number): JsonValue[] {
    const copy: JsonValue[] = [];
    this.spend(2);
    for (const [index, entry] of list.entries()) {
      if (index === jsonLimits.entries || this.left <= 0) {
        this.noteLeftOut(list.length - index);
        break;
      }
      const kept = this.copy(entry, depth + 1);
      if (kept !== undefined) copy.push(kept);
    }
    return copy;
  }

  private copyEntries(
    source: Readonly<Record<string, unknown>>,
    depth: number,
  ): Record<string, JsonValue> {
    const copy: Record<string, JsonValue> = {};
    this.spend(2);
    let kept = 0;
    let looked = 0;
    for (const name in source) {
      if (kept === jsonLimits.entries || this.left <= 0) {
        this.noteLeftOut(Object.keys(source).length - looked);
        break;
      }
      looked += 1;
      if (name === UNSAFE_NAME || !Object.hasOwn(source, name)) continue;
      const key = cutText(name, jsonLimits.keyLength);
      const value = this.copy(source[name], depth + 1);
      if (value === undefined || !this.fit(key.length + 4)) continue;
      this.notes.noteLength(name, jsonLimits.keyLength, `names in ${this.what}`);
      copy[key] = value;
      kept += 1;
    }
    return copy;
  }

  private fit(characters: number): boolean {
    const fits = this.spend(characters);
    if (!fits) this.noteLeftOut(1);
    return fits;
  }

  private spend(characters: number): boolean {
    if (characters > this.left) {
      this.left = Math.min(this.left, 0);
      return false;
    }
    this.left -= characters;
    return true;
  }

  private noteLeftOut(values: number): void {
    this.notes.countLeftOut(values, `values of ${this.what}`);
  }
}
