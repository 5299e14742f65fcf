import type { Project, ProjectKey } from '#product/projects/projects';
import type { ForwardedProject } from '../config/forwarded-projects.ts';
import { KeySource } from './key-source.ts';

/** Projects and keys as the relay's settings have them, where there is no database. */
export class ConfiguredKeys extends KeySource {
  constructor(private readonly projects: readonly ForwardedProject[]) {
    super();
  }

  override list(): Promise<Project[]> {
    return Promise.resolve(this.projects.map(({ id, slug }) => ({ id, slug, name: slug })));
  }

  override listKeys(): Promise<ProjectKey[]> {
    return Promise.resolve(
      this.projects.map(({ id: projectId, publicKey }) => ({
        publicKey,
        projectId,
        enabled: true,
      })),
    );
  }
}
