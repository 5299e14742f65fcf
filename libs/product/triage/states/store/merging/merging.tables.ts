/** Issues whose users are being recounted after a merge. */
export interface UserRecountsTable {
  readonly issue_id: number;
  /** Users with a greater hash are not part of `issues.surplus_users` yet. */
  readonly reached: string;
}

export const tables = ['user_recounts'] as const;

declare module '#persistence/stores' {
  interface Schema {
    readonly user_recounts: UserRecountsTable;
  }
}
