import type { PersonKind } from '#shared';
import type { Generated } from 'kysely';
import type { ErasurePhase, ErasureState } from './erasure.types.ts';

export interface ErasuresTable {
  readonly id: Generated<number>;
  /** Null: in all projects. */
  readonly project_id: number | null;
  readonly kind: PersonKind;
  /** Encrypted; null once it is forgotten. */
  readonly name: Uint8Array | null;
  /** Of the name, keyed by ERRATA_SECRET. */
  readonly name_hash: string;
  readonly state: ErasureState;
  readonly phase: ErasurePhase;
  /** Rows of the phase up to this id were looked at. */
  readonly reached_id: number;
  /** Of the phase: what came later is not looked at. */
  readonly last_id: number;
  /** Events that there were when it began. */
  readonly total: number;
  /** `ErasureCounts` as JSON. */
  readonly counts: string;
  /** A user's id. */
  readonly asked_by: number | null;
  readonly asked_at: number;
  readonly ended_at: number | null;
}

/** All tables of this capability. */
export const tables = ['erasures'] as const;

declare module '#persistence/stores' {
  interface Schema {
    readonly erasures: ErasuresTable;
  }
}
