import { inChunks } from '#persistence/stores';
import { dropKeyTags, dropTags, foldTags } from '#product/recording/tags';
import type { Redact } from './erase-heads.ts';
import { type ErasureStep, isErasing, openWindow, type StepResult } from './erasure-step.ts';

/**
 * A search also counts the person's other names that its events told. An erasure has dropped tags of
 * these names already, with the events.
 */
export async function eraseTags(step: ErasureStep): Promise<StepResult> {
  const { transaction, person } = step;
  const { afterId, upToId, projectId } = openWindow(step);
  const tags = await transaction
    .selectFrom('tags')
    .select(['id', 'value'])
    .where('id', '>', afterId)
    .where('id', '<=', upToId)
    .$if(projectId !== null, (query) => query.where('project_id', '=', projectId!))
    .execute();
  const isNamed = (value: string): boolean =>
    person.redact(value) !== value || (!isErasing(step) && person.isOther(value));
  const named = tags.filter(({ value }) => isNamed(value)).map(({ id }) => id);
  if (named.length > 0 && isErasing(step)) await dropTags(step, named);
  return { reachedId: upToId, counts: { tags: named.length } };
}

/**
 * Drops each tag of these grouping keys when the tag's value contains a name from the person's
 * events. Returns how many tags are left in no grouping key at all.
 */
export async function eraseTagsOfKeys(
  step: ErasureStep,
  redacts: ReadonlyMap<number, Redact>,
): Promise<number> {
  if (redacts.size === 0) return 0;
  await foldAll(step);
  const tags = await inChunks([...redacts.keys()], (chunk) =>
    step.transaction
      .selectFrom('key_tags')
      .innerJoin('tags', 'tags.id', 'key_tags.tag_id')
      .select(['grouping_key_id', 'tag_id', 'value'])
      .where('grouping_key_id', 'in', chunk)
      .execute(),
  );
  const named = tags.filter(
    ({ grouping_key_id, value }) => redacts.get(grouping_key_id)!(value) !== value,
  );
  return dropKeyTags(step, named);
}

/**
 * Counts all tags that wait in the journal of recorded tags, so that the tables of tags are
 * complete. The journal usually holds some ten seconds.
 */
export async function foldAll(step: ErasureStep): Promise<void> {
  let hasMore = true;
  while (hasMore) {
    const folded = await foldTags(step);
    for (const projectId of folded.projectIds) step.changed.add(projectId);
    ({ hasMore } = folded);
  }
}
