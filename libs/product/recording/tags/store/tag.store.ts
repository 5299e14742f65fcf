import type { KyselyDatabase } from '#persistence/stores';
import { inTransaction } from '#persistence/stores';
import { Cutoffs } from '#product/projects/projects';
import { raiseProjects } from '#product/recording/changes';
import { foldTags } from './fold-tags.ts';
import { readTags } from './read-tags.ts';
import { tidyTags } from './tidy-tags.ts';
import type { TagDistribution, TidyPosition } from './tag.types.ts';

/**
 * How many events have which tags, of each grouping key and so of each issue. Events are counted within about ten seconds of
 * their recording, by `fold`; those of days that retention ended are not counted any more.
 */
export class TagStore {
  readonly #database: KyselyDatabase;

  constructor(database: KyselyDatabase) {
    this.#database = database;
  }

  /** Counts some of what was recorded, in one short transaction. False once nearly all is. */
  async fold(): Promise<boolean> {
    const { dialect, kysely } = this.#database;
    // Looked for without a lock: most of the time nothing is recorded.
    const row = await kysely.selectFrom('tag_journal').select('id').limit(1).executeTakeFirst();
    if (!row) return false;
    return inTransaction(this.#database, async (transaction) => {
      const { hasMore, projectIds } = await foldTags({ transaction, dialect });
      await raiseProjects(transaction, projectIds);
      return hasMore;
    });
  }

  /**
   * Forgets days that are older than their project keeps what it is sent, and then tags that nobody has. Resolves with how
   * far it has come, to go on from there; undefined at the end.
   */
  async tidy(nowMs: number, from?: TidyPosition): Promise<TidyPosition | undefined> {
    const { dialect } = this.#database;
    const cutoffs = await Cutoffs.read(this.#database, nowMs);
    const position = from ?? { of: 'keys', afterId: 0 };
    return inTransaction(this.#database, (transaction) =>
      tidyTags({ transaction, dialect }, position, cutoffs),
    );
  }

  /** The tags of an issue by name, each with its `limit` most frequent values. At most 100 names, the most frequent ones. */
  list(issueId: number, limit: number): Promise<TagDistribution[]> {
    return readTags(this.#database.kysely, { issueId, limit });
  }

  /** One tag of an issue with at most `limit` values; undefined where no event has it. */
  async find(issueId: number, name: string, limit: number): Promise<TagDistribution | undefined> {
    const [found] = await readTags(this.#database.kysely, { issueId, name, limit });
    return found;
  }
}
