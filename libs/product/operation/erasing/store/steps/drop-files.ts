import { dropFiles } from '#product/recording/attachments';
import { type ErasureStep, isErasing } from './erasure-step.ts';

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
      .select('id')
      .where('project_id', '=', projectId)
      .where((rows) =>
        rows.or([rows('event_id', 'in', eventIds), rows('about_event_id', 'in', eventIds)]),
      )
      .where('state', '=', 'kept')
      .execute();
    files += found.length;
    const ids = found.map(({ id }) => id);
    if (isErasing(step)) await dropFiles(transaction, ids);
  }
  return files;
}
