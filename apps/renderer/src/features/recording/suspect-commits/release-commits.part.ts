import { ReleaseListStore } from '#product/recording/release-health';
import { ReportedReleaseStore } from '#product/recording/releases';
import { Part } from '../../../rendering/index.ts';
import type { PartLoader } from '../../../rendering/index.ts';
import { PeopleService } from '../../projects/members/index.ts';
import { releasePage } from '../release-health/index.ts';
import type { ReleaseContext } from '../release-health/index.ts';
import { toCommitRow } from './commit-row.ts';
import type { ReleaseCommitsProps } from './commits.dto.ts';
import { listNamedIssues, toUnresolvedFixes } from './unresolved-fixes.ts';

const COMMITS = 50;

@Part<typeof import('./views/release.commits.part.tsx'), ReleaseContext>(
  releasePage,
  'suspect-commits/release.commits.part',
  { at: 'below', order: 90 },
)
export class ReleaseCommitsPart implements PartLoader<ReleaseContext, ReleaseCommitsProps> {
  constructor(
    private readonly reported: ReportedReleaseStore,
    private readonly releases: ReleaseListStore,
    private readonly people: PeopleService,
  ) {}

  async load({ told, projectIds, projects }: ReleaseContext): Promise<ReleaseCommitsProps> {
    if (!told) return { commits: [], commitCount: 0 };
    const [commits, members] = await Promise.all([
      this.reported.listCommits(told.id, projectIds),
      this.people.listActive(projectIds),
    ]);
    const shown = commits.slice(0, COMMITS);
    const named = listNamedIssues(shown, { projects });
    const isKnown = await this.releases.findNamedIssues(named);
    const facts = { projects, ofRelease: told.projectIds, isKnown };
    return {
      commits: shown.map((commit) => ({
        ...toCommitRow(commit, members),
        unresolved: toUnresolvedFixes(commit, facts),
      })),
      commitCount: commits.length,
    };
  }
}
