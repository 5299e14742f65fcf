import type { ProjectStore } from '#product/projects/projects';

/** Where projects and their keys are known from. */
export abstract class KeySource implements Pick<ProjectStore, 'list' | 'listKeys'> {
  abstract list(): ReturnType<ProjectStore['list']>;
  abstract listKeys(): ReturnType<ProjectStore['listKeys']>;
}
