import { sql } from 'kysely';
import type { CompiledQuery, Kysely, QueryExecutorProvider, RawBuilder } from 'kysely';
import type { Schema } from '../schema.ts';

class Slot {
  constructor(readonly name: string) {}
}

export type ValueOrSlot<T> = T | RawBuilder<T>;

type Values = Readonly<Record<string, unknown>>;

export type SlotOf<V> = <K extends keyof V & string>(name: K) => RawBuilder<V[K]>;

/** A query of the builder, or SQL. */
interface Compilable<R> {
  compile(database: QueryExecutorProvider): CompiledQuery<R>;
}

/** Limits of one query that are written into SQL. */
const MOST_LIMITS = 10;

const ofDatabase = new WeakMap<object, KeptQueries>();

/**
 * Compiles each query only once, for queries that every page runs. Kysely needs longer to build and
 * compile a small query than SQLite to answer it: finding a session takes 21 µs of CPU instead of
 * 61.
 */
export class KeptQueries {
  readonly #kysely: Kysely<Schema>;
  readonly #kept = new Map<string, Map<unknown, CompiledQuery>>();

  constructor(kysely: Kysely<Schema>) {
    this.#kysely = kysely;
  }

  /** Returns the queries that all callers keep together for a database, under names of their own. */
  static of(kysely: Kysely<Schema>): KeptQueries {
    const kept = ofDatabase.get(kysely) ?? new KeptQueries(kysely);
    ofDatabase.set(kysely, kept);
    return kept;
  }

  /**
   * Returns the rows of the query that `build` makes, with `values` in its slots. `build` runs once
   * for each `name` and `limit`, so the name must include everything else that the query depends on.
   * Use few names, because compiled queries are never dropped. The value `limit` is written into the
   * SQL (see `SqliteCompiler`), but only the first of many, since clients of the API choose any.
   */
  async run<V extends Values, R>(
    name: string,
    values: V,
    build: (slot: SlotOf<V>) => Compilable<R>,
  ): Promise<R[]> {
    const kept = this.#findKept(name, values['limit'], build);
    const parameters = kept.parameters.map((each) =>
      each instanceof Slot ? values[each.name] : each,
    );
    const { rows } = await this.#kysely.executeQuery({ ...kept, parameters });
    return rows as R[];
  }

  #findKept<V, R>(
    name: string,
    limit: unknown,
    build: (slot: SlotOf<V>) => Compilable<R>,
  ): CompiledQuery {
    const byLimit = this.#kept.get(name) ?? new Map<unknown, CompiledQuery>();
    this.#kept.set(name, byLimit);
    const written = byLimit.has(limit) || byLimit.size < MOST_LIMITS ? limit : undefined;
    const kept = byLimit.get(written) ?? this.#compile(build, written);
    byLimit.set(written, kept);
    return kept;
  }

  #compile<V, R>(build: (slot: SlotOf<V>) => Compilable<R>, limit: unknown): CompiledQuery<R> {
    const slot: SlotOf<V> = (name) =>
      name === 'limit' && limit !== undefined ? sql.lit(limit as V[typeof name]) : toSlot(name);
    return build(slot).compile(this.#kysely);
  }
}

function toSlot<T>(name: string): RawBuilder<T> {
  return sql<T>`${new Slot(name)}`;
}

export function hasSlots({ parameters }: CompiledQuery): boolean {
  return parameters.some((each) => each instanceof Slot);
}
