import type { Generated } from 'kysely';

/** Has a row for each batch whose counts are not folded yet. */
export interface TagJournalTable {
  readonly id: Generated<number>;
  readonly entries: string;
}

/**
 * A name with a value, in a project. The empty value stands for all values of the name beyond the
 * bound.
 */
export interface TagsTable {
  readonly id: Generated<number>;
  readonly project_id: number;
  readonly name: string;
  /** `value` with ASCII capitals in lower case. */
  readonly folded: string;
  readonly value: string;
}

/** Events of a key with a tag, by the UTC day on which they occurred. */
export interface TagCountsTable {
  readonly grouping_key_id: number;
  /** Days since 1970. */
  readonly day: number;
  /** `tags.id`. */
  readonly tag_id: number;
  readonly events: number;
}

/** Sums of `tag_counts` over all days that are kept. */
export interface KeyTagsTable {
  readonly grouping_key_id: number;
  readonly tag_id: number;
  readonly events: number;
}

/** How many values of a name a key has in `key_tags`, without the empty value. */
export interface KeyTagNamesTable {
  readonly grouping_key_id: number;
  readonly name: string;
  readonly tag_values: number;
}

export const tables = ['tag_journal', 'tags', 'tag_counts', 'key_tags', 'key_tag_names'] as const;

declare module '#persistence/stores' {
  interface Schema {
    readonly tag_journal: TagJournalTable;
    readonly tags: TagsTable;
    readonly tag_counts: TagCountsTable;
    readonly key_tags: KeyTagsTable;
    readonly key_tag_names: KeyTagNamesTable;
  }
}
