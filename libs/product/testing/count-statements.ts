import type { KyselyPlugin } from 'kysely';
import type { Database } from '#persistence/stores';
import { createStores } from '../create-stores.ts';
import type { Stores } from '../create-stores.ts';
import { kyselyOf } from '#persistence/testing';

/** Opens stores that count their statements, except those that begin and end transactions. */
export function countStatements(database: Database): {
  stores: Stores;
  during(work: () => Promise<unknown>): Promise<number>;
} {
  let statements = 0;
  const counter: KyselyPlugin = {
    // Kysely calls this for each part of a union, so the results are counted instead.
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
