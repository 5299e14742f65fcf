import { Get, Param } from '@nestjs/common';
import { CurrentAccess, Requires } from '../../people/accounts/index.ts';
import type { Access } from '../../people/accounts/index.ts';
import { ApiController, AskedEdge } from '../../people/tokens/index.ts';
import type { PageByEdge } from '../../people/tokens/index.ts';
import { AskedIssues } from './asked-issues.ts';
import { IssueAnswers } from './issue-answers.ts';

@ApiController('organizations/:org/issues')
export class OrganisationIssuesController {
  constructor(private readonly answers: IssueAnswers) {}

  @Get()
  @Requires('issues.read')
  list(
    @CurrentAccess() access: Access,
    @AskedIssues() asked: AskedIssues,
    @AskedEdge() page: PageByEdge,
  ): Promise<readonly object[]> {
    return this.answers.list(access, asked, page);
  }
}

@ApiController('projects/:org/:project/issues')
export class ProjectIssuesController {
  constructor(private readonly answers: IssueAnswers) {}

  @Get()
  @Requires('issues.read')
  list(
    @CurrentAccess() access: Access,
    @Param('project') project: string,
    @AskedIssues() asked: AskedIssues,
    @AskedEdge() page: PageByEdge,
  ): Promise<readonly object[]> {
    return this.answers.list(access, { ...asked, projects: [project] }, page);
  }
}
