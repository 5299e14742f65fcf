import { Injectable } from '@nestjs/common';
import { ProjectStore } from '#persistence';
import { formatDsn } from '#shared';
import { ProjectsOptions } from './projects.options.ts';

export interface ProjectDsn {
  readonly project: string;
  readonly dsn: string;
  /** Address on our own origin that browsers report through. */
  readonly tunnel: string;
}

@Injectable()
export class ProjectsService {
  constructor(
    private readonly projects: ProjectStore,
    private readonly options: ProjectsOptions,
  ) {}

  /** What to paste into an application of the first project; undefined when it has no enabled key. */
  async findFirstDsn(): Promise<ProjectDsn | undefined> {
    return (await this.listDsns())[0];
  }

  /** Of every project with an enabled key, the configured ones first and in their order. */
  async listDsns(): Promise<ProjectDsn[]> {
    const [projects, keys] = await Promise.all([this.projects.list(), this.projects.listKeys()]);
    const configured = this.options.projects.map(({ slug }) => slug);
    const rank = (slug: string): number =>
      (configured.indexOf(slug) + 1 || configured.length + 1) - 1;
    return projects
      .toSorted((one, other) => rank(one.slug) - rank(other.slug))
      .flatMap(({ id, slug }) => {
        const key = keys.find(({ projectId, enabled }) => projectId === id && enabled);
        return key ? [this.toDsn(slug, id, key.publicKey)] : [];
      });
  }

  private toDsn(project: string, projectId: number, publicKey: string): ProjectDsn {
    const { basePath, dsnOrigin: origin } = this.options;
    const dsn = formatDsn({ origin, publicKey, projectId });
    return { project, dsn, tunnel: `${basePath}/monitoring` };
  }
}
