import { Injectable } from '@nestjs/common';
import { ProjectChangeStore } from '#product/recording/changes';
import type { Request } from 'express';
import { ChangeSource } from '../../../rendering/index.ts';
import type { Audience } from '../../../rendering/index.ts';
import { Visitors } from '../../people/accounts/index.ts';
import { allProjectsTag, toProjectTag } from './project-tag.ts';

/** Tells people of changes in the projects whose issues they may read. */
@Injectable()
export class ProjectChanges extends ChangeSource {
  constructor(
    private readonly changes: ProjectChangeStore,
    private readonly visitors: Visitors,
  ) {
    super();
  }

  async readVersions(): Promise<ReadonlyMap<string, number>> {
    const versions = await this.changes.readVersions();
    // Each of them only grows.
    const sum = [...versions.values()].reduce((total, version) => total + version, 0);
    return new Map([
      [allProjectsTag, sum],
      ...[...versions].map(([id, version]) => [toProjectTag(id), version] as const),
    ]);
  }

  async findAudience(request: Request): Promise<Audience | undefined> {
    const access = await this.visitors.findAnew(request);
    if (!access.canRead) return undefined;
    const readable = access.listProjects('issues.read');
    const tags = readable === 'all' ? readable : new Set(readable.map(toProjectTag));
    return { standing: access.standing, hears: (tag) => tags === 'all' || tags.has(tag) };
  }
}
