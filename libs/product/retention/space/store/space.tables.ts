export interface SpaceUseTable {
  readonly singleton: 1;
  readonly measured_at: number;
  /** A `SpaceUse` as JSON. */
  readonly value: string;
}

/** A row for each relay and hour. */
export interface OperationSamplesTable {
  readonly starts_at: number;
  /** Name of the relay's spool. */
  readonly relay: string;
  readonly waiting: number;
  readonly oldest_ms: number;
  readonly database_bytes: number;
  readonly own_bytes: number;
  readonly log_bytes: number;
  readonly spool_bytes: number;
  readonly disk_bytes: number | null;
  readonly free_bytes: number | null;
}

export const tables = ['space_use', 'operation_samples'] as const;

declare module '#persistence/stores' {
  interface Schema {
    readonly space_use: SpaceUseTable;
    readonly operation_samples: OperationSamplesTable;
  }
}
