/** Issues of which it is being counted anew how many users several of their keys have met. */
export interface UserRecountsTable {
  readonly issue_id: number;
  /** Users whose hashes are greater are not in `issues.surplus_users` yet. */
  readonly reached: string;
}

/** All tables of this capability. */
export const tables = ['user_recounts'] as const;

declare module '#persistence/stores' {
  interface Schema {
    readonly user_recounts: UserRecountsTable;
  }
}
