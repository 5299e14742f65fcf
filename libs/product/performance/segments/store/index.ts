import { type Transaction, sql } from 'kysely';
import { tellList } from '#product/people/audit/rules';
import type { Capability, Schema } from '#persistence/stores';
import type { NewProjectStep } from '#product/projects/projects';
import { spanNameErasing } from './erase-span-names.ts';
import { createSpans } from './migrations/0061-create-spans.ts';
import { noteSpans } from './note-spans.ts';
import { SegmentStore } from './segment.store.ts';
import { tables } from './segment.tables.ts';
import { spanSettings } from './span-settings.ts';

const ROWS = 1000;

/**
 * Removes some counts of the project. Returns true when it removed any. Even if not, PostgreSQL locks
 * the names here before the project, in the order of `foldSpans`.
 */
export async function removeSpansOfProject(
  transaction: Transaction<Schema>,
  projectId: number,
): Promise<boolean> {
  const { rows } = await sql<{ readonly name_id: number }>`
    delete from span_counts where (name_id, step, starts_at, environment_id, release_id) in (
      select c.name_id, c.step, c.starts_at, c.environment_id, c.release_id
      from span_names n join span_counts c on c.name_id = n.id
      where n.project_id = ${projectId} limit ${ROWS}
    )
    returning name_id`.execute(transaction);
  if (rows.length > 0) return true;
  const { numDeletedRows } = await transaction
    .deleteFrom('span_names')
    .where('id', 'in', (names) =>
      names.selectFrom('span_names').select('id').where('project_id', '=', projectId).limit(ROWS),
    )
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Projects that are made from now on count spans. Those from before are asked. */
const takeSpans: NewProjectStep = async (transaction, projectId) => {
  const value = JSON.stringify({ taken: 'on' });
  await transaction
    .insertInto('project_settings')
    .values({ project_id: projectId, part: spanSettings.name, version: 1, value })
    .execute();
};

const NO_TRACES =
  'Leave out tracesSampleRate and tracesSampler (Python: traces_sample_rate, traces_sampler), or set the rate to 0.';

export const segments = {
  tables,
  migrations: [createSpans],
  stores: {
    segments: {
      port: SegmentStore,
      open: (database, { clock }) => new SegmentStore(database, clock),
    },
  },
  recording: [noteSpans],
  keptKinds: {
    transaction: { title: 'Transactions', stop: NO_TRACES },
    span: { title: 'Spans', stop: NO_TRACES },
  },
  newProject: [takeSpans],
  projectRemoval: [removeSpansOfProject],
  erasing: [spanNameErasing],
  auditTexts: {
    'settings.spans.leftOut': tellList('names of spans that do not count'),
    'settings.spans.taken': ({ project, to }) =>
      to === 'on' ? `had spans of ${project} count` : `had spans of ${project} no longer count`,
  },
} as const satisfies Capability;
