import type { ProjectRole } from '#product/people/accounts/rules';

export interface MembershipsTable {
  readonly user_id: number;
  readonly project_id: number;
  readonly role: ProjectRole;
  readonly created_at: number;
}

export const tables = ['memberships'] as const;

declare module '#persistence/stores' {
  interface Schema {
    readonly memberships: MembershipsTable;
  }
}
