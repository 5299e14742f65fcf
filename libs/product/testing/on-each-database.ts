import { afterEach, describe } from '@jest/globals';
import type { Database, DatabaseConfig, DatabaseKind } from '#persistence/stores';
import { openDatabase } from '../open-database.ts';
import { createStores } from '../create-stores.ts';
import type { Stores } from '../create-stores.ts';
import { HandClock, createTestDatabase } from '#persistence/testing';
import { createMigratedDatabase } from './migrated-template.ts';
import type { TestDatabase } from '#persistence/testing';

export interface FreshDatabase {
  readonly database: Database;
  readonly stores: Stores;
  readonly config: DatabaseConfig;
  /** Of all its stores. */
  readonly clock: HandClock;
  /** Another process's view of the same database: connections of its own. */
  openAgain(): { database: Database; stores: Stores };
}

export interface EachDatabase {
  readonly kind: DatabaseKind;
  /** An empty database with the whole schema. Closed and removed after the test. */
  openFresh(): Promise<FreshDatabase>;
  /** The same without any table. */
  openEmpty(): Promise<FreshDatabase>;
}

const kinds = [
  ['sqlite', 'SQLite'],
  ['postgres', 'PostgreSQL'],
] as const;

/** ERRATA_SECRET of these stores. */
const SPEC_SECRET = 'a secret of thirty-two characters';

/** Declares the same suite twice, once on each database. */
export function onEachDatabase(declareSuite: (each: EachDatabase) => void): void {
  for (const [kind, name] of kinds) {
    describe(`on ${name}`, () => {
      declareSuite(createEach(kind));
    });
  }
}

function createEach(kind: DatabaseKind): EachDatabase {
  const cleanUp: (() => Promise<void>)[] = [];

  async function open({ config, remove }: TestDatabase): Promise<FreshDatabase> {
    cleanUp.push(remove);
    const clock = new HandClock();
    const openAgain = () => {
      const database = openDatabase(config);
      cleanUp.push(() => database.close());
      return { database, stores: createStores(database, { clock, secret: SPEC_SECRET }) };
    };
    return { ...openAgain(), config, clock, openAgain };
  }

  afterEach(async () => {
    for (const work of cleanUp.splice(0).toReversed()) await work();
  });
  return {
    kind,
    openEmpty: async () => open(await createTestDatabase(kind)),
    openFresh: async () => open(await createMigratedDatabase(kind)),
  };
}
