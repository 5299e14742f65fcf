import { Injectable } from '@nestjs/common';
import { ProjectStore } from '#product/projects/projects';
import { RetentionStore } from '#product/retention/retention';
import { SpaceStore } from '#product/retention/space';
import { Clock } from '#shared';
import type { SpaceOverview } from './space.dto.ts';
import { describeNext, describeProjects, describeSpace } from './space-text.ts';

@Injectable()
export class SpaceService {
  constructor(
    private readonly space: SpaceStore,
    private readonly retention: RetentionStore,
    private readonly projects: ProjectStore,
    private readonly clock: Clock,
  ) {}

  async describe(): Promise<SpaceOverview> {
    const [projects, use] = await Promise.all([this.projects.list(), this.space.find()]);
    const ids = projects.map(({ id }) => id);
    const nowMs = this.clock.nowMs();
    const state = await this.retention.describe(ids, nowMs);
    return {
      next: describeNext(state, projects, nowMs),
      projects: describeProjects(state),
      database: use ? describeSpace(use) : undefined,
    };
  }
}
