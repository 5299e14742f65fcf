import { Module } from '@nestjs/common';
import { LongReads } from '#product';
import { toSize } from '#product/projects/projects/rules';
import { compareReleases } from '#product/recording/release-health/rules';
import { ProjectSignal, ProjectsModule } from '../../projects/projects/index.ts';
import type { SignalContext, SignalLoader, ToldSign } from '../../projects/projects/index.ts';
import { HealthAnswers } from './api/health-answers.ts';
import { ReleaseHealthApiController } from './api/release-health-api.controller.ts';
import { ReleaseLinksController } from './client-links.controller.ts';
import { toReleaseAddress } from './release-address.pipe.ts';
import { ReleaseComparison } from './release-comparison.ts';
import { ReleaseHealthController } from './release-health.controller.ts';
import { ReleaseListService } from './release-list.service.ts';
import { ReleasePageService } from './release-page.service.ts';

/** Nobody is surprised in the morning by a release that is older. */
const NEWS_FOR_MS = 14 * 86_400_000;

/** Percentage points of sessions that fail more often than in the release before. */
const POINTS = { few: 0.1, many: 10 };

@ProjectSignal()
export class VerdictSignal implements SignalLoader {
  constructor(private readonly reads: LongReads) {}

  async load({ projects, nowMs }: SignalContext): Promise<Map<number, ToldSign[]>> {
    const newest = await this.reads.stores.releaseList.listNewest(
      projects.map(({ id }) => id),
      { sinceMs: nowMs - NEWS_FOR_MS, nowMs },
    );
    const slugs = new Map(projects.map(({ id, slug }) => [id, slug]));
    const signs = new Map<number, ToldSign[]>();
    for (const [projectId, { version, own, before }] of newest) {
      const verdict = compareReleases(own, before);
      if (verdict.kind !== 'worse') continue;
      const href = toReleaseAddress(version, { project: slugs.get(projectId) });
      const size = toSize(verdict.points, POINTS.few, POINTS.many);
      const words = `${toShortVersion(version)} worse by ${toPoints(verdict.points)}`;
      signs.set(projectId, [{ kind: 'worse', size, words, href: href || undefined }]);
    }
    return signs;
  }
}

@Module({
  imports: [ProjectsModule],
  controllers: [ReleaseHealthController, ReleaseHealthApiController, ReleaseLinksController],
  providers: [
    HealthAnswers,
    ReleaseComparison,
    ReleaseListService,
    ReleasePageService,
    VerdictSignal,
  ],
  exports: [HealthAnswers],
})
export class ReleaseHealthModule {}

/** Leaves out the package, which the project says already. */
function toShortVersion(version: string): string {
  return version.replace(/^.*@(?=.)/, '');
}

function toPoints(points: number): string {
  const text = Math.max(0.1, points).toFixed(1).replace(/\.0$/, '');
  return text === '1' ? '1 point' : `${text} points`;
}
