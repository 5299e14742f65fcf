import type { PersonKind } from '#shared';
import type { Generated } from 'kysely';
import type { ErasureState } from './erasure.types.ts';

export interface ErasuresTable {
  readonly id: Generated<number>;
  readonly project_id: number | null;
  readonly kind: PersonKind;
  /** Encrypted; null after the name was deleted. */
  readonly name: Uint8Array | null;
  readonly name_hash: string;
  readonly state: ErasureState;
  readonly phase: string;
  /** The current phase has handled all rows up to this id. */
  readonly reached_id: number;
  /** Last id that the current phase handles. Rows that are stored later are not searched. */
  readonly last_id: number;
  readonly total: number;
  readonly counts: string;
  readonly asked_by: number | null;
  readonly asked_at: number;
  readonly ended_at: number | null;
}

export const tables = ['erasures'] as const;

declare module '#persistence/stores' {
  interface Schema {
    readonly erasures: ErasuresTable;
  }
}
