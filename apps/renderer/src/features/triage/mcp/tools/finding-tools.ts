import { Injectable } from '@nestjs/common';
import type { Issue } from '#product/recording/issues';
import { RendererConfig } from '../../../../config/renderer-config.ts';
import type { Access } from '../../../people/accounts/index.ts';
import { CursorPage, readEdge } from '../../../people/api/index.ts';
import { ProgramProjects } from '../../../projects/projects/index.ts';
import { IssueAnswers, readAskedIssues } from '../../issue-api/index.ts';
import { IssueMarkdown } from '../../issue-pages/index.ts';
import { count, countShown, quote, toAnswer, toIso } from './answer-text.ts';
import type { ToolInput, Tools } from './tool.ts';

@Injectable()
export class FindingTools {
  constructor(
    private readonly answers: IssueAnswers,
    private readonly projects: ProgramProjects,
    private readonly markdown: IssueMarkdown,
    private readonly config: RendererConfig,
  ) {}

  readonly tools: Tools<'whoami' | 'find_projects' | 'search_issues'> = {
    whoami: {
      title: 'Who am I',
      description: 'Says for whom the token stands, and what it may do.',
      run: (access) => this.describeToken(access),
    },
    find_projects: {
      title: 'Find projects',
      description: 'Lists the projects that the token may read, with their slugs.',
      run: (access, { query }) => this.findProjects(access, query),
    },
    search_issues: {
      title: 'Search issues',
      description:
        'Lists issues by a search. An issue is a group of events that have one cause. Without a query it lists those that are unresolved.',
      right: 'issues.read',
      run: (access, input) => this.searchIssues(access, input),
    },
  };

  private async describeToken(access: Access): Promise<string> {
    const { user, tokenName = '' } = access;
    const projects = await this.projects.list(access);
    const may = [
      ...(access.can('issues.read') ? ['read issues and events'] : []),
      ...(user && access.can('issues.triage') ? ['change issues', 'comment'] : []),
    ];
    return [
      `The token ${quote(tokenName)} of ${user ? quote(user.email) : 'the organisation'}, at Errata ${this.config.publicUrl}.`,
      `It may ${may.join(', ') || 'not read issues'}, in ${count(projects.length, 'project')}.`,
    ].join('\n\n');
  }

  private async findProjects(access: Access, query = ''): Promise<string> {
    const asked = query.toLowerCase();
    const found = (await this.projects.list(access)).filter(({ slug }) =>
      slug.toLowerCase().includes(asked),
    );
    return toAnswer(
      `${count(found.length, 'project')}.`,
      found.map(({ id, slug }) => `${slug} (id ${id})`),
    );
  }

  private async searchIssues(access: Access, input: ToolInput<'search_issues'>): Promise<string> {
    const { query, project, environment, period, sort, limit, cursor = '' } = input;
    const asked = readAskedIssues({ query, project, environment, statsPeriod: period, sort });
    const show = async (most: number): Promise<{ text: string; lines: readonly string[] }> => {
      let next: string | undefined;
      const page = new CursorPage(most, readEdge(cursor), ({ next: after }) => {
        next = after.hasRows ? after.cursor : undefined;
      });
      const found = await this.answers.find(access, asked, page);
      const more = next ? ', and more' : '';
      const heading = `${count(found.length, 'issue')} for ${quote(query || 'everything')}${more}.`;
      const lines = found.map((issue) => this.toLine(issue));
      return { text: toAnswer(heading, lines, next ? [`Next page: cursor ${next}`] : []), lines };
    };
    const { text, lines } = await show(limit);
    const shown = countShown(lines);
    // The cursor must continue after the last issue that is shown.
    return shown === lines.length ? text : (await show(shown)).text;
  }

  private toLine(issue: Issue): string {
    const { type, value, place, level, state, events, users, lastSeenMs } = issue;
    const title = quote([type, value].filter(Boolean).join(': '));
    const where = place === '' ? '' : ` in ${quote(place)}`;
    const facts = [
      level,
      state.kind === 'regressed' ? 'regressed' : state.status,
      count(events, 'event'),
      count(users, 'user'),
      `last seen ${toIso(lastSeenMs)}`,
    ];
    return `${this.markdown.link(issue)} ${title}${where}: ${facts.join(', ')}`;
  }
}
