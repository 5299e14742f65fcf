import { randomBytes } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';
import { accountLimits } from '#shared';
import { normalisePassword } from '#product/people/accounts/rules';
import { Turnstile } from './turnstile.ts';

export interface Argon2Cost {
  readonly memoryKib: number;
  readonly passes: number;
}

/** `Algorithm.Argon2id`, which the package declares but does not export. */
const ARGON2ID = 2;
const PARALLELISM = 1;

/**
 * The memory and passes that RFC 9106 (4) recommends where 2 GiB are too much, on one thread: 45 ms on the
 * machine this was chosen on, against 6 ms with the package's defaults (19 MiB, 2 passes).
 */
const COST: Argon2Cost = { memoryKib: 65_536, passes: 3 };

const HASH = /^\$argon2id\$v=19\$m=(?<memory>\d+),t=(?<passes>\d+),p=(?<parallelism>\d+)\$/;

/**
 * What makes of a password something that may be stored: Argon2id on the threads of libuv, a few at a time.
 */
export class PasswordHasher {
  readonly #cost: Argon2Cost;
  readonly #ofStrangers = createTurnstile();
  readonly #ofKnown = createTurnstile();
  /** Of a password that nobody has. */
  readonly #dummy: string;

  private constructor(cost: Argon2Cost, dummy: string) {
    this.#cost = cost;
    this.#dummy = dummy;
  }

  /** Specs give a smaller cost. */
  static async create(cost: Argon2Cost = COST): Promise<PasswordHasher> {
    return new PasswordHasher(cost, await hash(randomBytes(32), toOptions(cost)));
  }

  /** A new hash each time. Rejects with `accounts.busy` when too many wait for theirs. */
  hash(password: string): Promise<string> {
    return this.#ofKnown.run(() => hash(normalisePassword(password), toOptions(this.#cost)));
  }

  /**
   * Whether `stored` was made of `password`. Without a hash it takes as long, and is false: how long an answer
   * takes must not tell whether there is an account. Strangers wait for each other, and nobody else waits for them.
   * Rejects as `hash` does, and when `stored` is none.
   */
  async verify(
    password: string,
    stored: string | undefined,
    { isStranger = false } = {},
  ): Promise<boolean> {
    // Accounts that a provider vouches for have none.
    const present = stored === '' ? undefined : stored;
    const turnstile = isStranger ? this.#ofStrangers : this.#ofKnown;
    const isRight = await turnstile.run(() =>
      verify(present ?? this.#dummy, normalisePassword(password)),
    );
    return isRight && present !== undefined;
  }

  /** Whether a hash made today would be made in another way. */
  isOutdated(stored: string): boolean {
    const { memory, passes, parallelism } = HASH.exec(stored)?.groups ?? {};
    const { memoryCost, timeCost } = toOptions(this.#cost);
    return (
      Number(memory) !== memoryCost ||
      Number(passes) !== timeCost ||
      Number(parallelism) !== PARALLELISM
    );
  }
}

function createTurnstile(): Turnstile {
  return new Turnstile({
    atOnce: accountLimits.passwordHashesAtOnce,
    waiting: accountLimits.passwordHashesWaiting,
  });
}

function toOptions({ memoryKib, passes }: Argon2Cost) {
  return {
    algorithm: ARGON2ID,
    memoryCost: memoryKib,
    timeCost: passes,
    parallelism: PARALLELISM,
  };
}
