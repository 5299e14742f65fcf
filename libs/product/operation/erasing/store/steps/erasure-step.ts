import type { Kysely, Selectable, Transaction } from 'kysely';
import type { DatabaseDialect, Schema } from '#persistence/stores';
import type { ErasureCounts, ErasurePhase } from '../erasure.types.ts';
import type { ErasuresTable } from '../erasure.tables.ts';
import type { UserSeal } from '#product/recording/issues';
import type { SealedName } from '../name-seal.ts';
import type { PersonEraser } from '../person-eraser.ts';

/** Ids that one step looks at, at most: of many projects' rows it may find few. */
const IDS_PER_STEP = 2000;

export const phaseTables = {
  feedback: 'feedback',
  events: 'events',
  keys: 'grouping_keys',
  issues: 'issues',
  reports: 'failed_reports',
  tags: 'tags',
  outbox: 'outbox',
  deliveries: 'deliveries',
} as const satisfies Record<ErasurePhase, string>;

/** One step of an erasure, or of the search before it, in a transaction that holds its row. */
export interface ErasureStep {
  readonly transaction: Transaction<Schema>;
  readonly dialect: DatabaseDialect;
  readonly row: Selectable<ErasuresTable>;
  readonly name: SealedName;
  readonly person: PersonEraser;
  /** How users are known where they are counted. */
  readonly userSeal: UserSeal;
  /** Ids of projects whose pages show something else from now on: they are raised at its end. */
  readonly changed: Set<number>;
}

/** What a step has looked at: all rows of the phase up to that id. */
export interface StepResult {
  readonly reachedId: number;
  readonly counts: Partial<ErasureCounts>;
}

/** Rows with ids in between, and of that project, if of one alone. */
export interface IdWindow {
  readonly afterId: number;
  readonly upToId: number;
  readonly projectId: number | null;
}

export function isErasing({ row }: ErasureStep): boolean {
  return row.state === 'erasing';
}

export function openWindow({ row }: ErasureStep): IdWindow {
  const { reached_id: afterId, last_id: lastId, project_id: projectId } = row;
  return { afterId, upToId: Math.min(afterId + IDS_PER_STEP, lastId), projectId };
}

/** `rows` are those of a window, of which at most `limit` were asked for. */
export function findReached(
  { upToId }: IdWindow,
  rows: readonly { readonly id: number }[],
  limit: number,
): number {
  return rows.length < limit ? upToId : rows.at(-1)!.id;
}

/** The greatest id of the rows that a phase looks at. */
export async function findLastId(
  db: Kysely<Schema>,
  table: (typeof phaseTables)[ErasurePhase],
): Promise<number> {
  const row = await db
    .selectFrom(table)
    .select(({ fn }) => fn.max<number | null>('id').as('last'))
    .executeTakeFirst();
  return row?.last ?? 0;
}
