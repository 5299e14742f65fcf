import { addCounts, type SpanWriting } from './add-counts.ts';
import type { SpanNamesTable } from './segment.tables.ts';

/**
 * Moves the counts of a name to another one of its project, and deletes it. The caller holds
 * `lockSpans`.
 */
export async function mergeName(writing: SpanWriting, fromId: number, toId: number): Promise<void> {
  const { transaction } = writing;
  const select = transaction.selectFrom('span_names').selectAll();
  const into = await select.where('id', '=', toId).executeTakeFirstOrThrow();
  const beneath = select.where('project_id', '=', into.project_id).where('segment_id', '=', fromId);
  for (const { id, ...operation } of await beneath.execute()) {
    await mergeName(writing, id, await putName(writing, { ...operation, segment_id: toId }));
  }
  const counts = transaction.selectFrom('span_counts').selectAll().where('name_id', '=', fromId);
  const rows = (await counts.execute()).map((row) => ({ ...row, name_id: toId }));
  await addCounts(writing, rows);
  // The database deletes the counts along with the name.
  await transaction.deleteFrom('span_names').where('id', '=', fromId).execute();
}

/** Returns the id of the name, which is made when it is missing. */
export async function putName(
  { transaction }: SpanWriting,
  {
    project_id,
    segment_id,
    kind,
    name,
  }: Pick<SpanNamesTable, 'project_id' | 'segment_id' | 'kind' | 'name'>,
): Promise<number> {
  const { id } = await transaction
    .insertInto('span_names')
    .values({ project_id, segment_id, kind, name, is_address: 0 })
    .onConflict((conflict) =>
      conflict.columns(['project_id', 'segment_id', 'kind', 'name']).doUpdateSet({ name }),
    )
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}
