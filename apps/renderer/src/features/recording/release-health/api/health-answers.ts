import { Injectable } from '@nestjs/common';
import { ReleaseHealthStore } from '#product/recording/release-health';
import { toReleaseNumbers } from '#product/recording/release-health/rules';
import type { ReleaseNumbers } from '#product/recording/release-health/rules';
import { Clock } from '#shared';
import { RendererConfig } from '../../../../config/renderer-config.ts';
import type { Access } from '../../../people/accounts/index.ts';
import { ProgramProjects } from '../../../projects/projects/index.ts';
import { toReleaseAddress } from '../release-address.pipe.ts';
import { FIGURES_OF_MS } from '../release-figures.ts';

export interface AskedHealth {
  readonly version: string;
  /** Slugs or ids. Empty means all projects that the token may read. */
  readonly projects: readonly string[];
  readonly environment: string | undefined;
}

/** Answers API requests about sessions of releases, with the figures of the page of a release. */
@Injectable()
export class HealthAnswers {
  constructor(
    private readonly health: ReleaseHealthStore,
    private readonly programProjects: ProgramProjects,
    private readonly config: RendererConfig,
    private readonly clock: Clock,
  ) {}

  async list(
    access: Access,
    { version, projects, environment }: AskedHealth,
  ): Promise<readonly object[]> {
    const asked =
      projects.length === 0
        ? await this.programProjects.listWith(access, 'issues.read')
        : await this.programProjects.require(access, projects, 'issues.read');
    const projectIds = asked.map(({ id }) => id);
    if (projectIds.length === 0) return [];
    const versions = await this.health.listReleases(version, projectIds);
    if (versions.length === 0) return [];
    const sinceMs = this.clock.nowMs() - FIGURES_OF_MS;
    const where = environment === undefined ? {} : { environment };
    const sums = await this.health.sumByRelease({ projectIds, sinceMs, versions, ...where });
    return versions
      .map((each) => ({ version: each, ...toReleaseNumbers(sums, { version: each, projectIds }) }))
      .filter(({ sessions }) => sessions > 0)
      .map((each) => this.toAnswer(each));
  }

  private toAnswer({
    version,
    sessions,
    crashed,
    crashFree,
    users,
    crashFreeUsers,
  }: ReleaseNumbers & { readonly version: string }): object {
    const address = toReleaseAddress(version);
    return {
      version,
      sessions,
      crashed,
      crashFreeSessions: toPercent(crashFree),
      users,
      crashFreeUsers: toPercent(crashFreeUsers),
      permalink: address === undefined ? null : `${this.config.publicUrl}${address}`,
    };
  }
}

function toPercent(share: number | undefined): number | null {
  return share === undefined ? null : share * 100;
}
