import type { Generated } from 'kysely';

/** The table has a row for each batch whose counts are not folded yet. */
export interface TagJournalTable {
  readonly id: Generated<number>;
  readonly entries: string;
}

/**
 * A tag's name with one of its values, in a project. The empty value stands for all values that are
 * not counted one by one.
 */
export interface TagsTable {
  readonly id: Generated<number>;
  readonly project_id: number;
  readonly name: string;
  /** `value` with ASCII capitals in lower case. */
  readonly folded: string;
  readonly value: string;
}

/** Number of events with a tag, by grouping key and by the UTC day on which the events occurred. */
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

/** Number of values that a grouping key counts for a tag's name, without the empty value. */
export interface KeyTagNamesTable {
  readonly grouping_key_id: number;
  readonly name: string;
  readonly tag_values: number;
}

/** Sums of `tag_counts` over all grouping keys of a project. */
export interface ProjectTagDaysTable {
  readonly project_id: number;
  readonly name: string;
  /** `tags.id`, or 0 for all values of the name. */
  readonly tag_id: number;
  readonly day: number;
  readonly events: number;
}

export const tables = [
  'tag_journal',
  'tags',
  'tag_counts',
  'key_tags',
  'key_tag_names',
  'project_tag_days',
] as const;

declare module '#persistence/stores' {
  interface Schema {
    readonly tag_journal: TagJournalTable;
    readonly tags: TagsTable;
    readonly tag_counts: TagCountsTable;
    readonly key_tags: KeyTagsTable;
    readonly key_tag_names: KeyTagNamesTable;
    readonly project_tag_days: ProjectTagDaysTable;
  }
}
