import { afterEach, describe } from '@jest/globals';
import { sql, type Kysely } from 'kysely';
import type { Database, DatabaseConfig, DatabaseKind, Schema } from '#persistence/stores';
import { openDatabase } from '../open-database.ts';
import { createStores } from '../create-stores.ts';
import type { Stores } from '../create-stores.ts';
import { HandClock, createTestDatabase, explain, kyselyOf } from '#persistence/testing';
import type { EventTraits } from './reports.ts';
import { createGroupedEvent, createReport } from './reports.ts';
import type { ProcessedReport } from '../recording/reports/store/report.ts';
import { createMigratedDatabase } from './migrated-template.ts';
import type { TestDatabase } from '#persistence/testing';

interface OpenedDatabase {
  readonly database: Database;
  readonly stores: Stores;
  /** The tables of `database`, for rows that no store writes or reads. */
  readonly db: Kysely<Schema>;
  /** Returns the plans of the statements that `work` runs with these stores and tables. */
  explain(work: (stores: Stores, db: Kysely<Schema>) => Promise<unknown>): Promise<string>;
}

export interface FreshDatabase extends OpenedDatabase {
  readonly config: DatabaseConfig;
  readonly clock: HandClock;
  /** Opens the database as another process would. */
  openAgain(): OpenedDatabase;
  /** Counts the rows of a table for PostgreSQL, which plans by them. SQLite plans by indexes. */
  analyze(table?: string): Promise<unknown>;
  /** Records a report under an id of its own. */
  recordReport(traits: Partial<ProcessedReport>): ReturnType<Stores['reports']['record']>;
  /** Records a report of these events. */
  record(...events: readonly EventTraits[]): ReturnType<Stores['reports']['record']>;
}

export interface EachDatabase {
  readonly kind: DatabaseKind;
  /**
   * Opens a database with the whole schema and no rows but projects of these slugs, numbered from 1.
   * The end of the test closes and removes the database.
   */
  openFresh(...slugs: readonly string[]): Promise<FreshDatabase>;
  openEmpty(): Promise<FreshDatabase>;
}

const kinds = [
  ['sqlite', 'SQLite'],
  ['postgres', 'PostgreSQL'],
] as const;

const SPEC_SECRET = 'a secret of thirty-two characters';

/** Describes `thing` with one suite for SQLite and PostgreSQL. */
export function onEachDatabase(thing: string, declareSuite: (each: EachDatabase) => void): void {
  for (const [kind, name] of kinds) {
    describe(`${thing} on ${name}`, () => declareSuite(createEach(kind)));
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
      const toStores = (of: Database) => createStores(of, { clock, secret: SPEC_SECRET });
      const explainWork: OpenedDatabase['explain'] = (work) =>
        explain(database, (explained) => work(toStores(explained), kyselyOf(explained)));
      return {
        database,
        db: kyselyOf(database),
        stores: toStores(database),
        explain: explainWork,
      };
    };
    const opened = openAgain();
    let reportId = 0;
    const recordReport = (traits: Partial<ProcessedReport>) => {
      reportId += 1;
      return opened.stores.reports.record([createReport(reportId, [], traits)]);
    };
    return {
      ...opened,
      config,
      clock,
      openAgain,
      analyze: async (table = '') =>
        kind === 'postgres' && sql`vacuum analyze ${sql.raw(table)}`.execute(opened.db),
      recordReport,
      record: (...events) => recordReport({ events: events.map(createGroupedEvent) }),
    };
  }

  afterEach(async () => {
    for (const work of cleanUp.splice(0).toReversed()) await work();
  });
  return {
    kind,
    openEmpty: async () => open(await createTestDatabase(kind)),
    openFresh: async (...slugs) => {
      const fresh = await open(await createMigratedDatabase(kind));
      await fresh.stores.projects.ensure(slugs.map((slug, index) => ({ slug, id: index + 1 })));
      return fresh;
    },
  };
}
