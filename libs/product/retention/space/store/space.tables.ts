export interface SpaceUseTable {
  readonly singleton: 1;
  readonly measured_at: number;
  /** A `SpaceUse` as JSON. */
  readonly value: string;
}

export const tables = ['space_use'] as const;

declare module '#persistence/stores' {
  interface Schema {
    readonly space_use: SpaceUseTable;
  }
}
