export interface MemoryLimits {
  /** Over all requests. */
  readonly maxBytes: number;
  /** What a request holds up to here is bounded by `maxBytes` alone. */
  readonly smallBytes: number;
  /** Over all requests, of what each holds beyond `smallBytes`. */
  readonly maxLargeBytes: number;
}

/**
 * Bytes held for requests under way, bounded over all of them. Large requests have a part
 * of it only: however few of them fill theirs, ordinary reports are taken.
 */
export class MemoryBudget {
  private heldBytes = 0;
  private largeBytes = 0;

  constructor(readonly limits: MemoryLimits) {}

  /** What one request holds. */
  open(): MemoryShare {
    return new MemoryShare(this);
  }

  /** For shares. False when they do not fit now; nothing is taken then. */
  take(bytes: number, ofThemLarge: number): boolean {
    const { maxBytes, maxLargeBytes } = this.limits;
    if (this.heldBytes + bytes > maxBytes) return false;
    if (ofThemLarge > 0 && this.largeBytes + ofThemLarge > maxLargeBytes) return false;
    this.heldBytes += bytes;
    this.largeBytes += ofThemLarge;
    return true;
  }

  get bytesHeld(): number {
    return this.heldBytes;
  }
}

export class MemoryShare {
  private heldBytes = 0;
  private largeBytes = 0;

  constructor(private readonly budget: MemoryBudget) {}

  /** False when they do not fit now; nothing is taken then. */
  take(bytes: number): boolean {
    const over = this.heldBytes + bytes - this.budget.limits.smallBytes;
    const large = Math.max(0, over) - this.largeBytes;
    if (!this.budget.take(bytes, large)) return false;
    this.heldBytes += bytes;
    this.largeBytes += large;
    return true;
  }

  /** Gives back so many of what it holds; all when not told otherwise. */
  giveBack(bytes = this.heldBytes): void {
    const left = this.heldBytes - Math.min(bytes, this.heldBytes);
    const large = Math.max(0, left - this.budget.limits.smallBytes);
    this.budget.take(left - this.heldBytes, large - this.largeBytes);
    this.heldBytes = left;
    this.largeBytes = large;
  }
}
