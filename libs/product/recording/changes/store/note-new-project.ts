import type { NewProjectStep } from '#product/projects/projects';

/** Writes the project's row here, so that `raiseProjects` can update without ever inserting. */
export const noteNewProject: NewProjectStep = async (transaction, projectId) => {
  await transaction
    .insertInto('project_changes')
    .values({ project_id: projectId, version: 1 })
    .execute();
};
