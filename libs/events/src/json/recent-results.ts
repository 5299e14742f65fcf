export interface RecentBounds {
  readonly entries: number;
  /** Maximum length of a key, in characters. Results of longer keys are made each time. */
  readonly keyLength: number;
}

/** Remembers results of a pure function, and forgets all of them when there are too many. */
export class RecentResults<Result> {
  private readonly known = new Map<string, Result>();

  constructor(private readonly bounds: RecentBounds) {}

  find(key: string, make: () => Result): Result {
    const found = this.known.get(key);
    if (found !== undefined) return found;
    const made = make();
    if (key.length > this.bounds.keyLength) return made;
    if (this.known.size >= this.bounds.entries) this.known.clear();
    this.known.set(key, made);
    return made;
  }
}
