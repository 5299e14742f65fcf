import { type Capability, storeOf } from '#persistence/stores';
import { TagStore } from './tag.store.ts';
import { createTags } from './migrations/0023-create-tags.ts';
import { countTagsByProject } from './migrations/0058-count-tags-by-project.ts';
import { noteTags } from './note-tags.ts';
import { tables } from './tag.tables.ts';

export const tags = {
  tables,
  migrations: [createTags, countTagsByProject],
  stores: { tags: storeOf(TagStore) },
  recording: [noteTags],
} as const satisfies Capability;
