import { ErrataError } from '#shared';

export interface ConcurrencyLimits {
  readonly atOnce: number;
  readonly waiting: number;
}

export class ConcurrencyLimit {
  readonly #limits: ConcurrencyLimits;
  readonly #waiting: (() => void)[] = [];
  #running = 0;

  constructor(limits: ConcurrencyLimits) {
    this.#limits = limits;
  }

  /**
   * Runs `work` as soon as a slot is free, and settles as `work` does. Rejects immediately with
   * `accounts.busy` when too many tasks wait already.
   */
  async run<T>(work: () => Promise<T>): Promise<T> {
    await this.#enter();
    try {
      return await work();
    } finally {
      this.#leave();
    }
  }

  async #enter(): Promise<void> {
    if (this.#running < this.#limits.atOnce) {
      this.#running += 1;
      return;
    }
    if (this.#waiting.length >= this.#limits.waiting) throw new ErrataError('accounts.busy');
    await new Promise<void>((enter) => {
      this.#waiting.push(enter);
    });
  }

  /**
   * Passes the slot directly to the first waiting task. `#running` stays the same, so that no newer
   * task can take the slot first.
   */
  #leave(): void {
    const next = this.#waiting.shift();
    if (next) next();
    else this.#running -= 1;
  }
}
