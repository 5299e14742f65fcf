import { Injectable } from '@nestjs/common';
import { IssueStore } from '#product/recording/issues';
import type { Issue, IssueSort } from '#product/recording/issues';
import { ProjectStore } from '#product/projects/projects';
import { Clock } from '#shared';
import { RendererConfig } from '../../../config/renderer-config.ts';
import { PeopleService } from '../../projects/members/index.ts';
import type { Access } from '../../people/accounts/index.ts';
import type { RowCursor, CursorPage } from '../../people/api/index.ts';
import { ProgramProjects } from '../../projects/projects/index.ts';
import type { AskedIssues } from './asked-issues.ts';
import { toSpan } from './asked-time.ts';
import { toIssueAnswer, toReleases } from './issue-answer.ts';

@Injectable()
export class IssueAnswers {
  constructor(
    private readonly issues: IssueStore,
    private readonly projects: ProjectStore,
    private readonly programProjects: ProgramProjects,
    private readonly people: PeopleService,
    private readonly config: RendererConfig,
    private readonly clock: Clock,
  ) {}

  async list(access: Access, asked: AskedIssues, page: CursorPage): Promise<readonly object[]> {
    return this.toAnswers(await this.find(access, asked, page));
  }

  async find(
    access: Access,
    { search, sort, projects, time }: AskedIssues,
    page: CursorPage,
  ): Promise<readonly Issue[]> {
    if (sort === 'lastSeen' || sort === 'firstSeen') page.requireTime();
    const projectIds = await this.findProjects(access, projects);
    const nowMs = this.clock.nowMs();
    const { edge, limit } = page;
    const found = await this.issues.list({
      search,
      sort,
      nowMs,
      limit: limit + 1,
      ...(edge ? { [edge.isBefore ? 'after' : 'before']: edge } : {}),
      projectIds: projectIds === 'all' ? undefined : projectIds,
      selfId: access.user ? access.user.id : undefined,
      span: time ? toSpan(time, nowMs) : undefined,
    });
    return page.show(found, (issue) => toEdge(issue, sort));
  }

  async show(issue: Issue): Promise<object> {
    const [answer] = await this.toAnswers([issue]);
    return { ...answer, ...toReleases(issue) };
  }

  private async toAnswers(issues: readonly Issue[]): Promise<readonly object[]> {
    const [projects, people] = await Promise.all([
      this.projects.list(),
      this.people.listByIds(issues.flatMap(({ assigneeId }) => assigneeId ?? [])),
    ]);
    const { publicUrl, organisation } = this.config;
    const nowMs = this.clock.nowMs();
    const byId = new Map(projects.map((project) => [project.id, project]));
    const around = { people, publicUrl, organisation, nowMs };
    return issues.map((issue) =>
      toIssueAnswer(issue, { project: byId.get(issue.projectId), ...around }),
    );
  }

  private async findProjects(
    access: Access,
    names: readonly string[],
  ): Promise<'all' | readonly number[]> {
    if (names.length === 0) return access.listProjects('issues.read');
    const named = await this.programProjects.require(access, names, 'issues.read');
    return named.map(({ id }) => id);
  }
}

function toEdge(issue: Issue, sort: IssueSort): RowCursor {
  const { id, lastSeenMs: lastSeen, firstSeenMs: firstSeen, events, users, trend } = issue;
  return { id, value: { lastSeen, firstSeen, events, users, trend }[sort] };
}
