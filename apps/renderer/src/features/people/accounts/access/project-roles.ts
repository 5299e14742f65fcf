import type { ProjectRole } from '#product/people/accounts/rules';

/** Port to people's roles in projects. The capability `members` implements it. */
export abstract class ProjectRoles {
  /** Returns the person's role in each project, by project id. Every request calls this. */
  abstract listRoles(userId: number): Promise<ReadonlyMap<number, ProjectRole>>;
}
