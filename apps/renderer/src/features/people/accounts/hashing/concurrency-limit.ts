import { ErrataError } from '#shared';

export interface TurnstileLimits {
  readonly atOnce: number;
  readonly waiting: number;
}

/** Lets so much work run at once; the rest waits, first come first served. */
export class Turnstile {
  readonly #limits: TurnstileLimits;
  readonly #waiting: (() => void)[] = [];
  #running = 0;

  constructor(limits: TurnstileLimits) {
    this.#limits = limits;
  }

  /** Settles as `work` does. Rejects with `accounts.busy`, at once, when too many wait already. */
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

  /** The place goes to who waits longest, so that nobody who comes meanwhile can take it. */
  #leave(): void {
    const next = this.#waiting.shift();
    if (next) next();
    else this.#running -= 1;
  }
}
