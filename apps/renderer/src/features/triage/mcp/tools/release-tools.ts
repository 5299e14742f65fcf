import { Injectable, NotFoundException } from '@nestjs/common';
import type { ToldRelease } from '#product/recording/releases';
import { formatShare } from '#product/recording/release-health/rules';
import type { ToldCommit } from '#product/recording/releases/rules';
import type { Access } from '../../../people/accounts/index.ts';
import { CursorPage } from '../../../people/api/index.ts';
import { HealthAnswers } from '../../../recording/release-health/index.ts';
import type { HealthOfRelease } from '../../../recording/release-health/index.ts';
import { ReleasesService } from '../../../recording/releases/index.ts';
import { IssueAnswers, readAskedIssues } from '../../issue-api/index.ts';
import { IssueMarkdown } from '../../issue-pages/index.ts';
import { count, quote, toAnswer, toIso } from './answer-text.ts';
import type { ToolInput, Tools } from './tool.ts';

const MOST_ISSUES = 20;

@Injectable()
export class ReleaseTools {
  constructor(
    private readonly releases: ReleasesService,
    private readonly health: HealthAnswers,
    private readonly answers: IssueAnswers,
    private readonly markdown: IssueMarkdown,
  ) {}

  readonly tools: Tools<'find_releases' | 'get_release_details'> = {
    find_releases: {
      title: 'Find releases',
      description:
        'Lists the releases that were told to Errata (by sentry-cli or a bundler plugin), the newest first.',
      right: 'releases.read',
      run: (access, input) => this.find(access, input),
    },
    get_release_details: {
      title: 'Release',
      description:
        'Shows a release: when it came, how its sessions ended, the issues that began in this release, and its commits.',
      right: 'issues.read',
      run: (access, input) => this.show(access, input),
    },
  };

  private async find(
    access: Access,
    { query, project, limit }: ToolInput<'find_releases'>,
  ): Promise<string> {
    const found = await this.releases.listReleases(access, {
      limit,
      text: query || undefined,
      projects: project ? [project] : undefined,
    });
    return toAnswer(`${count(found.length, 'release')}, the newest first.`, found.map(toLine));
  }

  private async show(
    access: Access,
    { version, project }: ToolInput<'get_release_details'>,
  ): Promise<string> {
    const projects = project === undefined ? [] : [project];
    const [release, commits, { issues, isMore }, healths] = await Promise.all([
      this.releases.find(access, { version }),
      this.releases.listCommits(access, { version }),
      this.findBegun(access, version, project),
      this.health.find(access, { version, projects, environment: undefined }),
    ]);
    const health = healths.find((each) => each.version === version);
    if (!release && !health && issues.length === 0) {
      throw new NotFoundException(
        `No release '${version.slice(0, 80)}' is known, and no issue began in it.`,
      );
    }
    const heading = release
      ? `Release ${toLine(release)}.`
      : `Release ${quote(version)}, of which events or sessions tell.`;
    return toAnswer(
      heading,
      [
        ...(health ? [toHealthLine(health)] : []),
        ...issues.map((issue) => `In this release: ${issue}`),
        ...(isMore ? ['… and more issues: search_issues with firstRelease: lists them.'] : []),
        ...(commits ?? []).map(toCommit),
      ],
      access.can('releases.read')
        ? []
        : ['This token does not read commits: that takes the scope project:releases or org:read.'],
    );
  }

  private async findBegun(
    access: Access,
    version: string,
    project: string | undefined,
  ): Promise<{ readonly issues: readonly string[]; readonly isMore: boolean }> {
    const query = `firstRelease:${JSON.stringify(version)}`;
    let isMore = false;
    const page = new CursorPage(MOST_ISSUES, undefined, ({ next }) => {
      isMore = next.hasRows;
    });
    const found = await this.answers.find(
      access,
      readAskedIssues({ query, project, sort: 'freq' }),
      page,
    );
    const issues = found.map((issue) => {
      const { type, value, state, events } = issue;
      const title = quote([type, value].filter(Boolean).join(': '));
      return `${this.markdown.link(issue)} ${title}: ${state.status}, ${count(events, 'event')}`;
    });
    return { issues, isMore };
  }
}

function toLine({
  version,
  createdAtMs,
  releasedAtMs,
  commitCount,
  deployCount,
}: ToldRelease): string {
  const facts = [
    `told ${toIso(createdAtMs)}`,
    ...(releasedAtMs === undefined ? [] : [`released ${toIso(releasedAtMs)}`]),
    count(commitCount, 'commit'),
    count(deployCount, 'deploy'),
  ];
  return `${quote(version)}: ${facts.join(', ')}`;
}

function toHealthLine({ sessions, crashFree, unhandledFree }: HealthOfRelease): string {
  const shares = [
    ...(crashFree === undefined ? [] : [`${formatShare(crashFree)} crash-free`]),
    ...(unhandledFree === undefined
      ? []
      : [`${formatShare(unhandledFree)} without unhandled errors`]),
  ];
  return `Since yesterday, 00:00 UTC: ${[count(sessions, 'session'), ...shares].join(', ')}`;
}

function toCommit({ id, authorName, message = '' }: ToldCommit): string {
  const by = authorName === undefined ? '' : ` by ${quote(authorName)}`;
  return `Commit ${quote(id)}${by}: ${quote(message.split('\n', 1)[0]!)}`;
}
