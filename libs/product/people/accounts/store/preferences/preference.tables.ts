export interface UserPreferencesTable {
  readonly user_id: number;
  readonly name: string;
  /** JSON. */
  readonly value: string;
}

export const tables = ['user_preferences'] as const;

declare module '#persistence/stores' {
  interface Schema {
    readonly user_preferences: UserPreferencesTable;
  }
}
