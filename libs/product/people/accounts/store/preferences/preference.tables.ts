/** What people have chosen for themselves, by name. */
export interface UserPreferencesTable {
  readonly user_id: number;
  readonly name: string;
  /** JSON. */
  readonly value: string;
}

/** All tables of this capability. */
export const tables = ['user_preferences'] as const;

declare module '#persistence/stores' {
  interface Schema {
    readonly user_preferences: UserPreferencesTable;
  }
}
