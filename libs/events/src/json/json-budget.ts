import type { JsonValue } from '#shared';
import type { CutNotes } from './cut-notes.ts';
import { fieldLimits, jsonLimits } from './field-limits.ts';
import { cutText, readObject } from './shape.ts';

const TOO_DEEP = '[cut: nested too deep]';
/** Setting this name on an object would change its prototype instead. */
const UNSAFE_NAME = '__proto__';

/** Copies JSON values within a size, a depth and a width, and notes what did not fit. */
export class JsonBudget {
  constructor(
    private left: number,
    private readonly what: string,
    private readonly notes: CutNotes,
  ) {}

  /** An object's entries as far as they fit; undefined when `value` is no object or holds nothing. */
  copyObject(value: unknown): Record<string, JsonValue> | undefined {
    const source = readObject(value);
    if (!source) return undefined;
    const copy = this.copyEntries(source, 1);
    return Object.keys(copy).length === 0 ? undefined : copy;
  }

  private copy(value: unknown, depth: number): JsonValue | undefined {
    if (typeof value === 'string') return this.copyText(value);
    if (typeof value !== 'object') return this.copyPlain(value);
    if (value === null) return this.spend(4) ? null : undefined;
    if (depth > jsonLimits.depth) {
      this.note();
      return this.spend(TOO_DEEP.length) ? TOO_DEEP : undefined;
    }
    return Array.isArray(value)
      ? this.copyList(value, depth)
      : this.copyEntries(value as Record<string, unknown>, depth);
  }

  private copyPlain(value: unknown): JsonValue | undefined {
    if (typeof value === 'boolean') return this.spend(5) ? value : undefined;
    return typeof value === 'number' && Number.isFinite(value) && this.spend(8) ? value : undefined;
  }

  private copyText(text: string): string | undefined {
    if (text.length > fieldLimits.jsonText) this.note();
    const cut = cutText(text, fieldLimits.jsonText);
    return this.spend(cut.length + 2) ? cut : undefined;
  }

  private copyList(list: readonly unknown[], depth: number): JsonValue[] {
    const copy: JsonValue[] = [];
    this.spend(2);
    if (list.length > jsonLimits.entries) this.note();
    for (const entry of list.slice(0, jsonLimits.entries)) {
      if (this.left <= 0) break;
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
    for (const name in source) {
      if (kept === jsonLimits.entries || this.left <= 0) {
        this.note();
        break;
      }
      if (name === UNSAFE_NAME || !Object.hasOwn(source, name)) continue;
      if (name.length > jsonLimits.keyLength) this.note();
      const key = cutText(name, jsonLimits.keyLength);
      const value = this.copy(source[name], depth + 1);
      if (value === undefined || !this.spend(key.length + 4)) continue;
      copy[key] = value;
      kept += 1;
    }
    return copy;
  }

  private spend(characters: number): boolean {
    if (characters > this.left) {
      this.note();
      this.left = Math.min(this.left, 0);
      return false;
    }
    this.left -= characters;
    return true;
  }

  private note(): void {
    this.notes.add(`${this.what}: cut to fit`);
  }
}
