import type { Kysely, Transaction } from 'kysely';
import type { DatabaseDialect, Schema } from '#persistence/stores';
import type { PersonEraser } from './person-eraser.ts';

/**
 * Rows whose ids are above `afterId`, up to and including `upToId`. A null `projectId` means all
 * projects.
 */
export interface IdWindow {
  readonly afterId: number;
  readonly upToId: number;
  readonly projectId: number | null;
}

interface NamingRow {
  /** The row as an export shows it. */
  readonly json: string;
  /** Owns files that go with the row. */
  readonly owner?: { readonly project_id: number; readonly event_id: string };
  /** True when the row is about an event that names the person. Its files go with that event, too. */
  readonly isOfFoundEvent?: boolean;
  readonly erase: (transaction: Transaction<Schema>, dialect: DatabaseDialect) => Promise<unknown>;
}

/**
 * A table that may name a person. Its phase precedes the events, because only an event's user shows
 * whose rows about the event are.
 */
export interface ErasingPhase {
  /** Also names the phase, the count of what it found, and its pieces of an export. */
  readonly table: keyof Schema;
  /** Returns rows that name the person, and the id up to which it has looked. */
  readonly find: (
    db: Kysely<Schema>,
    window: IdWindow,
    person: PersonEraser,
  ) => Promise<{ readonly found: readonly NamingRow[]; readonly reachedId: number }>;
}

declare module '#persistence/stores' {
  interface StoreSettings {
    readonly erasing: readonly ErasingPhase[];
  }

  interface Capability {
    readonly erasing?: readonly ErasingPhase[];
  }
}
