import type { ForwardedProject } from '../config/forwarded-projects.ts';
import { type KnownKey, type KnownProject, KeySource } from './key-source.ts';

export class ConfiguredKeys extends KeySource {
  constructor(private readonly projects: readonly ForwardedProject[]) {
    super();
  }

  override list(): Promise<KnownProject[]> {
    return Promise.resolve(this.projects.map(({ id, slug }) => ({ id, slug })));
  }

  override listKeys(): Promise<KnownKey[]> {
    return Promise.resolve(
      this.projects.map(({ id: projectId, publicKey }) => ({
        publicKey,
        projectId,
        enabled: true,
      })),
    );
  }
}
