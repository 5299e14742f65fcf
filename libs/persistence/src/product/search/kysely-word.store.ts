import type { Kysely } from 'kysely';
import type { KyselyDatabase } from '../../kysely-database.ts';
import type { Schema } from '../../schema.ts';
import { inTransaction } from '../../statements/transaction.ts';
import { WordStore } from './word.store.ts';
import { writeWords } from './write-words.ts';

/** About 15 ms of SQLite. */
const ISSUES_PER_STEP = 200;

export class KyselyWordStore extends WordStore {
  readonly #database: KyselyDatabase;

  constructor(database: KyselyDatabase) {
    super();
    this.#database = database;
  }

  override async writeMissing(): Promise<boolean> {
    const { dialect, kysely } = this.#database;
    // Looked for without a lock: there is none most of the time.
    if (!(await selectMissing(kysely).limit(1).executeTakeFirst())) return false;
    return inTransaction(this.#database, async (transaction) => {
      const query = selectMissing(transaction).limit(ISSUES_PER_STEP);
      const issues = await (dialect.hasConcurrentWriters ? query.forUpdate() : query).execute();
      await writeWords({ transaction, dialect }, issues);
      return issues.length > 0;
    });
  }
}

function selectMissing(db: Kysely<Schema>) {
  return db
    .selectFrom('issues')
    .select(['id', 'type', 'value', 'place', 'words_hash'])
    .where('words_hash', 'is', null)
    .orderBy('id');
}
