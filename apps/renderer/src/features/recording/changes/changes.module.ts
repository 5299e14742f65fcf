import { Global, Injectable, Module } from '@nestjs/common';
import { ProjectChangeStore } from '#product/recording/changes';
import { Clock } from '#shared';
import type { Request } from 'express';
import { ChangeSource } from '../../../rendering/index.ts';
import type { Audience } from '../../../rendering/index.ts';
import { Visitors } from '../../people/accounts/index.ts';
import { allProjectsTag, toProjectTag } from './project-tag.ts';
import { ProjectVersions } from './project-versions.ts';

/** Reports changes to visitors, limited to the projects whose issues they may read. */
@Injectable()
class ProjectChanges extends ChangeSource {
  private readonly versions: ProjectVersions;

  constructor(
    changes: ProjectChangeStore,
    private readonly visitors: Visitors,
    clock: Clock,
  ) {
    super();
    this.versions = new ProjectVersions(changes, clock);
  }

  async readVersions(): Promise<ReadonlyMap<string, number>> {
    const { all, projects } = await this.versions.read();
    return new Map([
      [allProjectsTag, all],
      ...[...projects].map(([id, version]) => [toProjectTag(id), version] as const),
    ]);
  }

  async findAudience(request: Request): Promise<Audience | undefined> {
    const access = await this.visitors.findFresh(request);
    if (!access.canRead) return undefined;
    const readable = access.listProjects('issues.read');
    const tags = readable === 'all' ? readable : new Set(readable.map(toProjectTag));
    return {
      who: access.user ? `person ${access.user.id}` : undefined,
      standing: access.standing,
      mayFollow: (tag) => tags === 'all' || tags.has(tag),
    };
  }
}

/** Global, because the rendering platform injects `ChangeSource`. */
@Global()
@Module({
  providers: [{ provide: ChangeSource, useClass: ProjectChanges }],
  exports: [ChangeSource],
})
export class ChangesModule {}
