export interface MemoryLimits {
  readonly maxBytes: number;
  /** The bytes of a request beyond this number also count against `maxLargeBytes`. */
  readonly smallBytes: number;
  readonly maxLargeBytes: number;
}

/**
 * Limits the bytes held for all requests under way. Large requests may use only a part of the
 * budget, so ordinary reports are accepted however many large ones arrive.
 */
export class MemoryBudget {
  private heldBytes = 0;
  private largeBytes = 0;

  constructor(readonly limits: MemoryLimits) {}

  open(): MemoryShare {
    return new MemoryShare(this);
  }

  /**
   * Takes bytes, or gives them back when the numbers are negative. Returns false, and takes
   * nothing, when the bytes do not fit.
   */
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

  take(bytes: number): boolean {
    const over = this.heldBytes + bytes - this.budget.limits.smallBytes;
    const large = Math.max(0, over) - this.largeBytes;
    if (!this.budget.take(bytes, large)) return false;
    this.heldBytes += bytes;
    this.largeBytes += large;
    return true;
  }

  giveBack(bytes = this.heldBytes): void {
    const left = this.heldBytes - Math.min(bytes, this.heldBytes);
    const large = Math.max(0, left - this.budget.limits.smallBytes);
    this.budget.take(left - this.heldBytes, large - this.largeBytes);
    this.heldBytes = left;
    this.largeBytes = large;
  }
}
