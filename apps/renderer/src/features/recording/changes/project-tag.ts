/**
 * Tag of pages that show issues of the project. Open pages with this tag follow the changes in the
 * project.
 */
export function toProjectTag(projectId: number): string {
  return `project:${projectId}`;
}

/** Tag of pages that show issues of all projects. */
export const allProjectsTag = 'projects';
