import type { KyselyDatabase } from '#persistence/stores';
import { inTransaction } from '#persistence/stores';
import { Cutoffs } from '#product/projects/projects';
import { foldTags } from './fold-tags.ts';
import { readTags } from './read-tags.ts';
import { type TagDistribution, TagStore, type TidyPosition } from './tag.store.ts';
import { tidyTags } from './tidy-tags.ts';

export class KyselyTagStore extends TagStore {
  readonly #database: KyselyDatabase;

  constructor(database: KyselyDatabase) {
    super();
    this.#database = database;
  }

  override async fold(): Promise<boolean> {
    const { dialect, kysely } = this.#database;
    // Looked for without a lock: most of the time nothing is recorded.
    const row = await kysely.selectFrom('tag_journal').select('id').limit(1).executeTakeFirst();
    if (!row) return false;
    return inTransaction(this.#database, (transaction) => foldTags({ transaction, dialect }));
  }

  override async tidy(nowMs: number, from?: TidyPosition): Promise<TidyPosition | undefined> {
    const { dialect } = this.#database;
    const cutoffs = await Cutoffs.read(this.#database, nowMs);
    const position = from ?? { of: 'keys', afterId: 0 };
    return inTransaction(this.#database, (transaction) =>
      tidyTags({ transaction, dialect }, position, cutoffs),
    );
  }

  override list(issueId: number, limit: number): Promise<TagDistribution[]> {
    return readTags(this.#database.kysely, { issueId, limit });
  }

  override async find(
    issueId: number,
    name: string,
    limit: number,
  ): Promise<TagDistribution | undefined> {
    const [found] = await readTags(this.#database.kysely, { issueId, name, limit });
    return found;
  }
}
