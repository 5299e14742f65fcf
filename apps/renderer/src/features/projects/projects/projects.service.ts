import { Injectable } from '@nestjs/common';
import { ProjectStore } from '#product/projects/projects';
import type { Project, ProjectKey } from '#product/projects/projects';
import { formatDsn } from '#shared';
import { RendererConfig } from '../../../config/renderer-config.ts';

export interface ProjectDsn {
  readonly project: string;
  readonly dsn: string;
  /** Path of the console to which browsers send reports. */
  readonly tunnel: string;
}

/** Returns the values of a filter by project: slugs with names, by name. */
export function toProjectValues(projects: readonly Project[]) {
  return projects
    .map(({ slug, name }) => [slug, name] as const)
    .toSorted(([, one], [, other]) => one.localeCompare(other, 'en'));
}

@Injectable()
export class ProjectsService {
  constructor(
    private readonly projects: ProjectStore,
    private readonly config: RendererConfig,
  ) {}

  /** Returns undefined when none of these projects has an enabled key without a scope. */
  async findFirstDsn(among: 'all' | readonly number[]): Promise<ProjectDsn | undefined> {
    return (await this.listDsns(among))[0];
  }

  /**
   * Returns a DSN for each project of `among` (ids) that has an enabled key without a scope.
   * Configured projects come first, in the configured order.
   */
  async listDsns(among: 'all' | readonly number[] = 'all'): Promise<ProjectDsn[]> {
    const [projects, keys] = await Promise.all([this.projects.list(), this.projects.listKeys()]);
    const tunnel = `${this.config.basePath}/monitoring`;
    const configured = this.config.projects.map(({ slug }) => slug);
    const rank = (slug: string): number =>
      (configured.indexOf(slug) + 1 || configured.length + 1) - 1;
    return projects
      .filter(({ id }) => among === 'all' || among.includes(id))
      .toSorted((one, other) => rank(one.slug) - rank(other.slug))
      .flatMap(({ id, slug }) => {
        const key = keys.find(
          ({ projectId, enabled, scope }) => projectId === id && enabled && scope === undefined,
        );
        return key ? [{ project: slug, dsn: this.toDsn(key), tunnel }] : [];
      });
  }

  async list(among: 'all' | readonly number[]): Promise<Project[]> {
    const projects = await this.projects.list();
    return projects.filter(({ id }) => among === 'all' || among.includes(id));
  }

  listCreatedAt(): Promise<ReadonlyMap<number, number>> {
    return this.projects.listCreatedAt();
  }

  toDsn({ projectId, publicKey }: Pick<ProjectKey, 'projectId' | 'publicKey'>): string {
    return formatDsn({ origin: this.config.dsnOrigin, publicKey, projectId });
  }
}
