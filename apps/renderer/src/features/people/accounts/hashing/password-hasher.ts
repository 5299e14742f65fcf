import { randomBytes } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';
import { accountLimits } from '#shared';
import { normalisePassword } from '#product/people/accounts/rules';
import { ConcurrencyLimit } from './concurrency-limit.ts';

export interface Argon2Cost {
  readonly memoryKib: number;
  readonly passes: number;
}

/** `Algorithm.Argon2id`, which the package declares but does not export. */
const ARGON2ID = 2;
const PARALLELISM = 1;

/**
 * RFC 9106, section 4, recommends these values where 2 GiB of memory per hash are too much. One
 * hash takes 45 ms (measured). The package's defaults (19 MiB, 2 passes) take 6 ms.
 */
const COST: Argon2Cost = { memoryKib: 65_536, passes: 3 };

const HASH = /^\$argon2id\$v=19\$m=(?<memory>\d+),t=(?<passes>\d+),p=(?<parallelism>\d+)\$/;

export class PasswordHasher {
  readonly #cost: Argon2Cost;
  readonly #ofStrangers = createConcurrencyLimit();
  readonly #ofKnown = createConcurrencyLimit();
  /** `verify` uses this hash, which no password has, when the caller has no stored hash. */
  readonly #dummy: string;

  constructor(cost: Argon2Cost = COST) {
    this.#cost = cost;
    this.#dummy = makeDummy(cost);
  }

  /**
   * Returns a new salted hash. Strangers wait as in `verify`. Rejects with `accounts.busy` when too
   * many callers wait.
   */
  hash(password: string, { isStranger = false } = {}): Promise<string> {
    return this.#findTurnstile(isStranger).run(() =>
      hash(normalisePassword(password), toOptions(this.#cost)),
    );
  }

  /**
   * Returns whether `stored` is a hash of `password`. When `stored` is undefined, `verify` takes as
   * long and returns false, so that the time does not reveal whether an account exists.
   *
   * Strangers (visitors whose browser has not signed in before) wait in a queue of their own and
   * never delay others. Rejects with `accounts.busy` when too many callers wait. Rejects with the
   * package's error when `stored` is not an Argon2 hash.
   */
  async verify(
    password: string,
    stored: string | undefined,
    { isStranger = false } = {},
  ): Promise<boolean> {
    // Accounts created through a sign-in provider have an empty hash.
    const present = stored === '' ? undefined : stored;
    const isRight = await this.#findTurnstile(isStranger).run(() =>
      verify(present ?? this.#dummy, normalisePassword(password)),
    );
    return isRight && present !== undefined;
  }

  isOutdated(stored: string): boolean {
    const { memory, passes, parallelism } = HASH.exec(stored)?.groups ?? {};
    const { memoryCost, timeCost } = toOptions(this.#cost);
    return (
      Number(memory) !== memoryCost ||
      Number(passes) !== timeCost ||
      Number(parallelism) !== PARALLELISM
    );
  }

  #findTurnstile(isStranger: boolean): ConcurrencyLimit {
    return isStranger ? this.#ofStrangers : this.#ofKnown;
  }
}

/** Random bytes in the place of salt and hash cost no hashing, and as much to verify. */
function makeDummy({ memoryKib, passes }: Argon2Cost): string {
  const [salt, digest] = [16, 32].map((bytes) =>
    randomBytes(bytes).toString('base64').replaceAll('=', ''),
  );
  return `$argon2id$v=19$m=${memoryKib},t=${passes},p=${PARALLELISM}$${salt}$${digest}`;
}

function createConcurrencyLimit(): ConcurrencyLimit {
  return new ConcurrencyLimit({
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
