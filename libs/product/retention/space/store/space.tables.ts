/** One row. */
export interface SpaceUseTable {
  readonly singleton: 1;
  readonly measured_at: number;
  /** JSON: a `SpaceUse`. */
  readonly value: string;
}

/** All tables of this capability. */
export const tables = ['space_use'] as const;

declare module '#persistence/stores' {
  interface Schema {
    readonly space_use: SpaceUseTable;
  }
}
