const CLOSES = new Map(Object.entries({ '{': '}', '[': ']', '(': ')' }));

export class BracketWalk {
  private readonly open: string[] = [];
  private quote = '';

  constructor(
    private readonly text: string,
    private at: number,
  ) {}

  get depth(): number {
    return this.open.length;
  }

  get isPlain(): boolean {
    return this.quote === '';
  }

  get place(): number {
    return this.at;
  }

  step(): void {
    const char = this.text[this.at]!;
    if (this.quote !== '') {
      if (char === '\\') this.at += 1;
      else if (char === this.quote) this.quote = '';
    } else if (this.beginsQuote(char)) this.quote = char;
    else if (CLOSES.has(char)) this.open.push(CLOSES.get(char)!);
    else if (char === this.open.at(-1)) this.open.pop();
    this.at += 1;
  }

  /** An apostrophe within a word begins no quote. */
  private beginsQuote(char: string): boolean {
    if (char === '"') return true;
    return char === "'" && !/\w/.test(this.text[this.at - 1] ?? '');
  }
}

/**
 * Returns the index after the bracket that closes the bracket at `start`, or the length of the
 * text.
 */
export function findBracketEnd(text: string, start: number): number {
  const walk = new BracketWalk(text, start);
  do walk.step();
  while (walk.depth > 0 && walk.place < text.length);
  return Math.min(walk.place, text.length);
}
