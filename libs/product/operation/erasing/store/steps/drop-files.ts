import { dropFiles } from '#product/recording/attachments';
import type { PersonEraser } from '#product/recording/steps';
import { type ErasureStep, isErasing, openWindow, type StepResult } from './erasure-step.ts';

/** Drops files whose name has the person, also those of other people's events or of none. */
export async function eraseFiles(step: ErasureStep): Promise<StepResult> {
  const { transaction, person } = step;
  const { afterId, upToId, projectId } = openWindow(step);
  const files = await transaction
    .selectFrom('attachments')
    .select(['id', 'name'])
    .where('id', '>', afterId)
    .where('id', '<=', upToId)
    .where('state', '=', 'kept')
    .$if(projectId !== null, (query) => query.where('project_id', '=', projectId!))
    .execute();
  const ids = files.filter(({ name }) => hasName(person, name)).map(({ id }) => id);
  if (isErasing(step)) await dropFiles(transaction, ids);
  return { reachedId: upToId, counts: { files: ids.length } };
}

/** The ending of a file's name would belong to a mail address before it. */
function hasName(person: PersonEraser, file: string): boolean {
  return [file, file.replace(/\.\w+$/, '')].some((each) => person.redact(each) !== each);
}

/**
 * Returns the number of files of these events and of feedback about them. An erasure also drops the
 * files, because their content cannot be searched for a name. `DeletionStore.sweep` deletes the
 * bytes of dropped files later.
 */
export async function dropFilesOf(
  step: ErasureStep,
  owners: readonly { readonly project_id: number; readonly event_id: string }[],
): Promise<number> {
  const { transaction } = step;
  const projectIds = new Set(owners.map(({ project_id }) => project_id));
  let files = 0;
  for (const projectId of projectIds) {
    const eventIds = owners
      .filter(({ project_id }) => project_id === projectId)
      .map(({ event_id }) => event_id);
    const found = await transaction
      .selectFrom('attachments')
      .select(['id', 'name'])
      .where('project_id', '=', projectId)
      .where((rows) =>
        rows.or([rows('event_id', 'in', eventIds), rows('about_event_id', 'in', eventIds)]),
      )
      .where('state', '=', 'kept')
      .execute();
    // `eraseFiles` counts and drops the files that have the name.
    const ids = found.filter(({ name }) => !hasName(step.person, name)).map(({ id }) => id);
    files += ids.length;
    if (isErasing(step)) await dropFiles(transaction, ids);
  }
  return files;
}
