/** The tag of whatever shows issues of a project: a page with it follows what changes in the project. */
export function toProjectTag(projectId: number): string {
  return `project:${projectId}`;
}

/** The tag of whatever shows issues of all projects there are. */
export const allProjectsTag = 'projects';
