import type { ChangedBy } from '#product/projects/projects';

/** Port to the deletion of projects. The capability `project-deletion` implements it. */
export abstract class ProjectDeletions {
  /** Returns how many issues the project has, and would lose. */
  abstract countIssues(projectId: number): Promise<number>;

  /** Returns false when the project does not exist. */
  abstract delete(projectId: number, by: ChangedBy): Promise<boolean>;
}
