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
  readonly clock: HandClock;
  openAgain(): { database: Database; stores: Stores };
}

export interface EachDatabase {
  readonly kind: DatabaseKind;
  /**
   * Opens a database with the whole schema and no rows. The end of the test closes and removes the
   * database.
   */
  openFresh(): Promise<FreshDatabase>;
  openEmpty(): Promise<FreshDatabase>;
}

const kinds = [
  ['sqlite', 'SQLite'],
  ['postgres', 'PostgreSQL'],
] as const;

const SPEC_SECRET = 'a secret of thirty-two characters';

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
