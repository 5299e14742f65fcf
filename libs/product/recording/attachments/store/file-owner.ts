import { type Kysely, type RawBuilder, sql, type Transaction } from 'kysely';
import type { DatabaseDialect, Schema } from '#persistence/stores';
import { uncount } from './remove-attachments.ts';

export interface OverdueStep {
  readonly transaction: Transaction<Schema>;
  readonly dialect: DatabaseDialect;
  readonly nowMs: number;
}

/**
 * Rows besides events that files may belong to, by the id with which they were sent. Each row is
 * about one event or none, and may come before its event or its files.
 */
export interface FileOwner {
  /** Has the columns `id`, `project_id`, `event_id` and `received_at`. */
  readonly table: keyof Schema;
  /** Is true when the owner of a row of `attachments` is stored. */
  readonly ownsFile: RawBuilder<boolean>;
  /** Returns some files of these rows that no event owns. `ids` must not be empty. */
  listFiles(
    db: Kysely<Schema>,
    ids: readonly number[],
  ): Promise<readonly { readonly id: number }[]>;
  /** Returns whether a row has waited for its event for longer than `reportLimits.eventAwaitedMs`. */
  hasOverdue(db: Kysely<Schema>, nowMs: number): Promise<boolean>;
  /** Removes some overdue rows with their files. Returns false when there was nothing to do. */
  removeOverdue(step: OverdueStep): Promise<boolean>;
}

declare module '#persistence/stores' {
  interface StoreSettings {
    readonly fileOwners: readonly FileOwner[];
  }

  interface Capability {
    readonly fileOwners?: readonly FileOwner[];
  }
}

/** Is true when the event of a row of `attachments` is stored, or that of its feedback. */
export const isOfEvent = sql<boolean>`exists (
  select 1 from events where events.project_id = attachments.project_id
    and events.event_id in (attachments.event_id, attachments.about_event_id)
)`;

export function isOwned(owners: readonly FileOwner[]): RawBuilder<boolean> {
  const conditions = [isOfEvent, ...owners.map(({ ownsFile }) => ownsFile)];
  return sql<boolean>`(${sql.join(conditions, sql` or `)})`;
}

/**
 * Lists the ids of rows whose `isOwned` equals `owned`. SQLite returns 0 and 1 instead of booleans.
 */
export function listIds(
  rows: readonly { readonly id: number; readonly isOwned: unknown }[],
  owned: boolean,
): number[] {
  return rows.filter((row) => Boolean(row.isOwned) === owned).map(({ id }) => id);
}

/**
 * Drops files except those for which `unless` holds. `DeletionStore.sweep` deletes the bytes of
 * dropped files. `unless` is checked again here, because on PostgreSQL another process may have
 * stored a file's event meanwhile.
 */
export async function dropFiles(
  transaction: Transaction<Schema>,
  ids: readonly number[],
  unless: RawBuilder<boolean> = sql<boolean>`(1 = 0)`,
): Promise<void> {
  if (ids.length === 0) return;
  const dropped = await transaction
    .updateTable('attachments')
    .set({ state: 'dropped' })
    .where('id', 'in', ids)
    .where('state', '=', 'kept')
    .where(sql<boolean>`not ${unless}`)
    .returning(['project_id', 'received_at', 'bytes'])
    .execute();
  await uncount(transaction, dropped);
}
