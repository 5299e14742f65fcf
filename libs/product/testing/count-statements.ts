import type { KyselyPlugin } from 'kysely';
import type { Database } from '#persistence/stores';
import { createStores } from '../create-stores.ts';
import type { Stores } from '../create-stores.ts';
import { kyselyOf } from '#persistence/testing';

/** Stores over `database` that count the statements they run, those that begin and end transactions aside. */
export function countStatements(database: Database): {
  stores: Stores;
  /** How many `work` needs. */
  during(work: () => Promise<unknown>): Promise<number>;
} {
  let statements = 0;
  const counter: KyselyPlugin = {
    // Also called for each part of a union.
    transformQuery: ({ node }) => node,
    transformResult: ({ result }) => {
      statements += 1;
      return Promise.resolve(result);
    },
  };
  const kysely = kyselyOf(database).withPlugin(counter);
  const counted = Object.create(database, { kysely: { value: kysely } }) as Database;
  return {
    stores: createStores(counted),
    during: async (work) => {
      const before = statements;
      await work();
      return statements - before;
    },
  };
}
