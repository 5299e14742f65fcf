import type { Parsed, SearchFault } from './search.ts';

/** Part of a value. Characters in quotes have no special meaning. */
export interface Piece {
  readonly text: string;
  readonly isQuoted: boolean;
}

/** One value of a term, in pieces with and without quotes. No blank separates the pieces. */
export interface RawValue {
  readonly pieces: readonly Piece[];
  readonly at: number;
  readonly end: number;
}

const BLANK = /\s/u;

export class Scanner {
  at = 0;
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
  }

  get isAtEnd(): boolean {
    return this.at >= this.#text.length;
  }

  startsWith(text: string): boolean {
    return this.#text.startsWith(text, this.at);
  }

  take(text: string): boolean {
    if (!this.startsWith(text)) return false;
    this.at += text.length;
    return true;
  }

  takeMatch(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.at;
    const found = pattern.exec(this.#text)?.[0];
    this.at += found?.length ?? 0;
    return found;
  }

  /**
   * Moves past the match of the sticky `pattern`. Returns the first group that matched something.
   */
  takeGroup(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.at;
    const [whole, ...groups] = pattern.exec(this.#text) ?? [];
    this.at += whole?.length ?? 0;
    return groups.find((group) => group !== undefined);
  }

  takeBetween(at: number, end: number): string {
    return this.#text.slice(at, end);
  }

  matches(pattern: RegExp): boolean {
    pattern.lastIndex = this.at;
    return pattern.test(this.#text);
  }

  skipBlanks(): void {
    while (!this.isAtEnd && BLANK.test(this.#text[this.at]!)) this.at += 1;
  }

  takeBare(ends = '"'): string {
    const from = this.at;
    while (
      !this.isAtEnd &&
      !BLANK.test(this.#text[this.at]!) &&
      !ends.includes(this.#text[this.at]!)
    ) {
      this.at += 1;
    }
    return this.#text.slice(from, this.at);
  }

  /** Reads the quoted text that begins here. `\"` and `\\` stand for their second character. */
  takeQuoted(): Parsed<string> {
    const from = this.at;
    let text = '';
    for (this.at += 1; !this.isAtEnd; this.at += 1) {
      if (this.take('"')) return { ok: true, value: text };
      if (this.startsWith('\\"') || this.startsWith('\\\\')) this.at += 1;
      text += this.#text[this.at];
    }
    return refuse({ at: from, end: this.at, message: 'This quote is never closed.' });
  }
}

export function refuse(fault: SearchFault): { readonly ok: false; readonly fault: SearchFault } {
  return { ok: false, fault };
}
