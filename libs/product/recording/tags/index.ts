export { tags } from './store/index.ts';
export { dropKeyTags, dropTags } from './store/drop-tags.ts';
export { foldTags } from './store/fold-tags.ts';
export { awaitTags, lockTags } from './store/lock-tags.ts';
export type { TagWriting } from './store/lock-tags.ts';
export { removeTagsOfKey, removeTagsOfProject } from './store/remove-tags.ts';
export { TagStore } from './store/tag.store.ts';
export type { TagDistribution, TidyPosition } from './store/tag.types.ts';
export { whereNamed, whereTagged } from './store/where-tags.ts';
