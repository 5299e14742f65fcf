/**
 * Returns the tag of pages that show issues of the project. Open pages with this tag are refreshed
 * when something in the project changes.
 */
export function toProjectTag(projectId: number): string {
  return `project:${projectId}`;
}

export const allProjectsTag = 'projects';
