import type { KyselyDatabase } from '#persistence/stores';
import { inTransaction, type Capability, storeOf } from '#persistence/stores';
import { Cutoffs } from '#product/projects/projects';
import { raiseProjects } from '#product/recording/changes';
import type { ComparedTag, IssueSample, NameCounts } from '../rules/index.ts';
import { countInProject, sampleIssues } from './compare-tags.ts';
import type { ComparedIssue } from './compare-tags.ts';
import { foldTags } from './fold-tags.ts';
import { createTags } from './migrations/0023-create-tags.ts';
import { countTagsByProject } from './migrations/0058-count-tags-by-project.ts';
import { noteTags } from './note-tags.ts';
import { readTags } from './read-tags.ts';
import { tables } from './tag.tables.ts';
import { tidyTags } from './tidy-tags.ts';
import type { TagDistribution, TidyPosition } from './tag.types.ts';

/**
 * Counts events by tag, for each grouping key and so for each issue. `fold` counts an event within
 * about ten seconds of its recording. Days beyond retention are no longer counted.
 */
export class TagStore {
  readonly #database: KyselyDatabase;

  constructor(database: KyselyDatabase) {
    this.#database = database;
  }

  /**
   * Counts some recorded events, in one short transaction. Returns false once nearly all are
   * counted.
   */
  async fold(): Promise<boolean> {
    const { dialect, kysely } = this.#database;
    // Checks without a lock first, because the journal is empty most of the time.
    const row = await kysely.selectFrom('tag_journal').select('id').limit(1).executeTakeFirst();
    if (!row) return false;
    return inTransaction(this.#database, async (transaction) => {
      const { hasMore, projectIds } = await foldTags({ transaction, dialect });
      await raiseProjects(transaction, projectIds);
      return hasMore;
    });
  }

  /**
   * Deletes counts of days beyond their project's retention, and afterwards tags that no grouping
   * key has. Returns the position from which to continue, or undefined at the end.
   */
  async tidy(nowMs: number, from?: TidyPosition): Promise<TidyPosition | undefined> {
    const { dialect } = this.#database;
    const cutoffs = await Cutoffs.read(this.#database, nowMs);
    const position = from ?? { of: 'keys', afterId: 0 };
    return inTransaction(this.#database, (transaction) =>
      tidyTags({ transaction, dialect }, position, cutoffs),
    );
  }

  /**
   * Returns the tags of an issue, each with its `limit` most frequent values. At most 100 tags are
   * returned, those with the most events.
   */
  list(issueId: number, limit: number): Promise<TagDistribution[]> {
    return readTags(this.#database.kysely, { issueId, limit });
  }

  /**
   * Returns one tag of an issue with at most `limit` values. Returns undefined when no event has
   * the tag.
   */
  async find(issueId: number, name: string, limit: number): Promise<TagDistribution | undefined> {
    const [found] = await readTags(this.#database.kysely, { issueId, name, limit });
    return found;
  }

  /**
   * Counts events of the issue's project with these tags, by name, from the day of the issue's first
   * event to that of its last. Names that the project no longer counts on these days are missing.
   */
  async countInProject(
    issue: ComparedIssue,
    tags: readonly ComparedTag[],
  ): Promise<ReadonlyMap<string, NameCounts>> {
    return tags.length === 0 ? new Map() : countInProject(this.#database, issue, tags);
  }

  /** Tells how some other issues of the project have a tag, of those with events of its name. */
  sampleIssues(issue: ComparedIssue, tag: ComparedTag): Promise<readonly IssueSample[]> {
    return sampleIssues(this.#database, issue, tag);
  }
}

export const tags = {
  tables,
  migrations: [createTags, countTagsByProject],
  stores: { tags: storeOf(TagStore) },
  recording: [noteTags],
} as const satisfies Capability;
