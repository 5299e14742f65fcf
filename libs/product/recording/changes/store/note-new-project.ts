import type { NewProjectStep } from '#product/projects/projects';

/** From here on `raiseProjects` finds the project's row, and need not make one. */
export const noteNewProject: NewProjectStep = async (transaction, projectId) => {
  await transaction
    .insertInto('project_changes')
    .values({ project_id: projectId, version: 1 })
    .execute();
};
