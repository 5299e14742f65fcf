import { type Kysely, type RawBuilder, sql, type Transaction } from 'kysely';
import type { DatabaseDialect, Schema, ValueOrSlot } from '#persistence/stores';
import type { ReceivedAttachment } from '#product/recording/reports';
import { uncount } from './remove-attachments.ts';

export interface OverdueStep {
  readonly transaction: Transaction<Schema>;
  readonly dialect: DatabaseDialect;
  readonly nowMs: number;
}

/**
 * Rows besides events that files may belong to. Each row is about one event or none, and may come
 * before its event or its files.
 */
export interface FileOwner {
  /** Has the columns `id`, `project_id` and `received_at`. */
  readonly table: keyof Schema;
  /** Is true when the owner of a row of `attachments` is stored. */
  readonly ownsFile: RawBuilder<boolean>;
  /** Selects the ids by which files name the first owners about an event. */
  selectOwners(
    db: Kysely<Schema>,
    projectId: ValueOrSlot<number>,
    eventId: ValueOrSlot<string>,
  ): RawBuilder<string>;
  /** Selects the id of the event that an owner is about. */
  selectEvent(projectId: number, ownerId: string): RawBuilder<string>;
  /** Returns the events that stored owners of these files are about, by `toKeyName`. */
  findAbouts(
    db: Kysely<Schema>,
    attachments: readonly ReceivedAttachment[],
  ): Promise<ReadonlyMap<string, string>>;
  /**
   * Counts files that came before their owner towards the limits of its event, and drops files
   * beyond the limits. `fileIds` must fit into one statement.
   */
  adopt(transaction: Transaction<Schema>, fileIds: readonly number[]): Promise<void>;
  /** Returns some rows about these events, and the ids by which files name them. */
  findAbout(
    transaction: Transaction<Schema>,
    projectId: number,
    eventIds: readonly string[],
  ): Promise<{ readonly ids: readonly number[]; readonly ownerIds: readonly string[] }>;
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

/** Is true when the event of a row of `attachments` is stored. */
export const isOfEvent = sql<boolean>`exists (
  select 1 from events
  where events.project_id = attachments.project_id and events.event_id = attachments.event_id
)`;

export function isOwned(owners: readonly FileOwner[]): RawBuilder<boolean> {
  return joinEither([isOfEvent, ...owners.map(({ ownsFile }) => ownsFile)]);
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

export function joinEither(conditions: readonly RawBuilder<unknown>[]): RawBuilder<boolean> {
  return sql<boolean>`(${sql.join(conditions, sql` or `)})`;
}

export async function findAbouts(
  db: Kysely<Schema>,
  owners: readonly FileOwner[],
  reports: readonly { readonly attachments: readonly ReceivedAttachment[] }[],
): Promise<ReadonlyMap<string, string>> {
  const attachments = reports.flatMap((report) => report.attachments);
  const abouts = new Map<string, string>();
  for (const owner of owners) {
    for (const about of await owner.findAbouts(db, attachments)) abouts.set(...about);
  }
  return abouts;
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
