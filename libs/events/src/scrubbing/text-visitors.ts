import { joinPath } from './field-path.ts';
import type { HideInText } from './hidden.ts';
import type { HiddenNotes } from './hidden-notes.ts';

/** Shorter texts cannot contain a recognisable secret; `pwd=ab` is among the shortest. */
const MIN_LENGTH = 6;

export type Holder = Record<string | number, unknown>;

export abstract class TextVisitor {
  abstract visitText(holder: Holder, key: string | number, path: string): void;
  abstract visitCode(holder: Holder, key: string | number, path: string): void;
}

/** Collects the texts and joins them, so that each rule is checked once for all texts together. */
export class GatheredTexts extends TextVisitor {
  private readonly texts: string[] = [];
  private readonly code: string[] = [];

  joinTexts(): string {
    return this.texts.join('\n');
  }

  joinCode(): string {
    return this.code.join('\n');
  }

  override visitText(holder: Holder, key: string | number): void {
    const text = holder[key] as string;
    if (text.length >= MIN_LENGTH) this.texts.push(text);
  }

  override visitCode(holder: Holder, key: string | number): void {
    this.code.push(holder[key] as string);
  }
}

export class HiddenTexts extends TextVisitor {
  constructor(
    private readonly inTexts: HideInText | undefined,
    private readonly inCode: HideInText | undefined,
    private readonly notes: HiddenNotes,
  ) {
    super();
  }

  override visitText(holder: Holder, key: string | number, path: string): void {
    if (this.inTexts) this.hide(this.inTexts, holder, { key, path });
  }

  override visitCode(holder: Holder, key: string | number, path: string): void {
    if (this.inCode) this.hide(this.inCode, holder, { key, path });
  }

  private hide(
    hide: HideInText,
    holder: Holder,
    { key, path }: { key: string | number; path: string },
  ): void {
    const text = holder[key] as string;
    if (text.length < MIN_LENGTH) return;
    const at = joinPath(path, typeof key === 'number' ? '[]' : key);
    const left = hide(text, (rule) => this.notes.add(at, rule));
    if (left !== text) assign(holder, key, left);
  }
}

/** A plain assignment to `__proto__` would have no effect. */
export function assign(holder: Holder, key: string | number, value: unknown): void {
  Object.defineProperty(holder, key, {
    value,
    enumerable: true,
    writable: true,
    configurable: true,
  });
}
