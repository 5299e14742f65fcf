import { sql } from 'kysely';
import type { Compilable, CompiledQuery, Kysely, RawBuilder } from 'kysely';
import type { Schema } from '../schema.ts';

/** Where a value goes in a query that is kept. */
class Slot {
  constructor(readonly name: string) {}
}

/** A value, or where it goes in a query that is kept. */
export type Given<T> = T | RawBuilder<T>;

type Values = Readonly<Record<string, unknown>>;

/** Gives the place of one of the values. */
export type SlotOf<V> = <K extends keyof V & string>(name: K) => RawBuilder<V[K]>;

/**
 * Queries that every page runs, put together once. Kysely needs longer to put together and compile a small one than
 * SQLite to answer it: finding a session takes 21 µs of CPU, and took 61.
 */
export class KeptQueries {
  readonly #kysely: Kysely<Schema>;
  readonly #kept = new Map<string, CompiledQuery>();

  constructor(kysely: Kysely<Schema>) {
    this.#kysely = kysely;
  }

  /**
   * The rows of the query that `build` gives, with `values` where it has their slots. It is asked once for each `name`,
   * which so has to tell apart whatever else the query depends on; one of few, for it is kept for ever.
   */
  async run<V extends Values, R>(
    name: string,
    values: V,
    build: (slot: SlotOf<V>) => Compilable<R>,
  ): Promise<R[]> {
    const kept = this.#kept.get(name) ?? build(toSlot).compile();
    this.#kept.set(name, kept);
    const parameters = kept.parameters.map((each) =>
      each instanceof Slot ? values[each.name] : each,
    );
    const { rows } = await this.#kysely.executeQuery({ ...kept, parameters });
    return rows as R[];
  }
}

function toSlot<T>(name: string): RawBuilder<T> {
  return sql<T>`${new Slot(name)}`;
}

/** Whether it is one with slots, which cannot be run as it is. */
export function hasSlots({ parameters }: CompiledQuery): boolean {
  return parameters.some((each) => each instanceof Slot);
}
