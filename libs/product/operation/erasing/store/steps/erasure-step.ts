import { type Kysely, type Selectable, sql, type Transaction } from 'kysely';
import type { DatabaseDialect, DayTables, Schema } from '#persistence/stores';
import type { PersonName } from '#shared';
import type { ErasureCounts } from '../erasure.types.ts';
import type { ErasuresTable } from '../erasure.tables.ts';
import type { UserSeal } from '#product/recording/issues';
import type { SealedName } from '../name-seal.ts';
import type { ErasingPhase, IdWindow, PersonEraser } from '#product/recording/steps';

/**
 * Number of ids that one step covers. A limit on matches would not bound the time, because most
 * rows in between may belong to other projects.
 */
const IDS_PER_STEP = 2000;

/** Tables of the phases that are not named as their table. */
const TABLES: ReadonlyMap<string, string> = new Map([
  ['keys', 'grouping_keys'],
  ['reports', 'failed_reports'],
]);

/** One step of a search or an erasure, in a transaction that has locked its row. */
export interface ErasureStep {
  readonly transaction: Transaction<Schema>;
  readonly dialect: DatabaseDialect;
  /** Run before all others, in this order. */
  readonly phases: readonly ErasingPhase[];
  /** The days of logs. */
  readonly days: DayTables;
  readonly row: Selectable<ErasuresTable>;
  readonly name: SealedName;
  readonly person: PersonEraser;
  readonly userSeal: UserSeal;
  /** Ids of projects whose pages have changed. The end of the step reports them as changed. */
  readonly changed: Set<number>;
  readonly nowMs: number;
}

export interface StepResult {
  readonly reachedId: number;
  readonly counts: Partial<ErasureCounts>;
  /** Other names of the person that a step of a search has found. */
  readonly others?: readonly PersonName[];
}

export function isErasing({ row }: ErasureStep): boolean {
  return row.state === 'erasing';
}

export function openWindow({ row }: ErasureStep): IdWindow {
  const { reached_id: afterId, last_id: lastId, project_id: projectId } = row;
  return { afterId, upToId: Math.min(afterId + IDS_PER_STEP, lastId), projectId };
}

/**
 * Returns the id up to which a window was read. `limit` is the limit of the query that read `rows`.
 */
export function findReached(
  { upToId }: IdWindow,
  rows: readonly { readonly id: number }[],
  limit: number,
): number {
  return rows.length < limit ? upToId : rows.at(-1)!.id;
}

export async function findLastId(db: Kysely<Schema>, phase: string): Promise<number> {
  const id = sql.ref(phase === 'told_commits' ? 'release_id' : 'id');
  const { rows } = await sql<{ last: number | null }>`
    select max(${id}) as last from ${sql.table(TABLES.get(phase) ?? phase)}`.execute(db);
  return rows[0]?.last ?? 0;
}
