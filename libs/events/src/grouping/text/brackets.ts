const CLOSES: Readonly<Record<string, string>> = { '{': '}', '[': ']', '(': ')' };

/** Walks a text and knows at each place whether it stands in quotes, and in how many brackets. */
export class BracketWalk {
  private readonly open: string[] = [];
  private quote = '';

  constructor(
    private readonly text: string,
    private at: number,
  ) {}

  /** Of brackets that were opened since the walk began. */
  get depth(): number {
    return this.open.length;
  }

  /** Whether text at this place stands in no quotes. */
  get isPlain(): boolean {
    return this.quote === '';
  }

  get place(): number {
    return this.at;
  }

  /** Goes one character on. */
  step(): void {
    const char = this.text[this.at]!;
    if (this.quote !== '') {
      if (char === '\\') this.at += 1;
      else if (char === this.quote) this.quote = '';
    } else if (this.beginsQuote(char)) this.quote = char;
    else if (CLOSES[char] !== undefined) this.open.push(CLOSES[char]);
    else if (char === this.open.at(-1)) this.open.pop();
    this.at += 1;
  }

  /** An apostrophe within a word begins no quote. */
  private beginsQuote(char: string): boolean {
    if (char === '"') return true;
    return char === "'" && !/\w/.test(this.text[this.at - 1] ?? '');
  }
}

/** After what closes the bracket at a place, else the end of the text. */
export function findBracketEnd(text: string, start: number): number {
  const walk = new BracketWalk(text, start);
  do walk.step();
  while (walk.depth > 0 && walk.place < text.length);
  return Math.min(walk.place, text.length);
}
