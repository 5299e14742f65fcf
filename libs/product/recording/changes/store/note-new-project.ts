import type { NewProjectStep } from '#product/projects/projects';

/** Inserts the project's row, so that `raiseProjects` only needs to update it. */
export const noteNewProject: NewProjectStep = async (transaction, projectId) => {
  await transaction
    .insertInto('project_changes')
    .values({ project_id: projectId, version: 1 })
    .execute();
};
