import { Get, Param, Put } from '@nestjs/common';
import { CurrentAccess, Requires } from '../../people/accounts/index.ts';
import type { Access } from '../../people/accounts/index.ts';
import {
  ApiController,
  RequestedCursorPage,
  Describes,
  JsonBody,
  schema,
} from '../../people/api/index.ts';
import type { CursorPage } from '../../people/api/index.ts';
import { AskedIssues } from './asked-issues.ts';
import { ProgramProjects } from '../../projects/projects/index.ts';
import { AskedIds } from './asked-ids.ts';
import { IssueAnswers } from './issue-answers.ts';
import { IssueChanges } from './issue-changes.ts';
import { IssueChangesDto } from './issue-changes.dto.ts';
import { idParameters, issueParameters } from './issue-parameters.ts';
import { changedSchema, issueChangesSchema, issueSchema } from './issue-schemas.ts';

const LIST = {
  summary: 'Issues that a search finds.',
  query: issueParameters,
  answer: schema.listOf(issueSchema),
};
const CHANGE = {
  summary: 'Changes several issues, or merges them.',
  query: idParameters,
  body: issueChangesSchema,
  answer: changedSchema,
};

@ApiController('organizations/:org/issues')
export class OrganisationIssuesController {
  constructor(
    private readonly answers: IssueAnswers,
    private readonly changes: IssueChanges,
  ) {}

  @Describes(LIST)
  @Get()
  @Requires('issues.read')
  list(
    @CurrentAccess() access: Access,
    @AskedIssues() asked: AskedIssues,
    @RequestedCursorPage() page: CursorPage,
  ): Promise<readonly object[]> {
    return this.answers.list(access, asked, page);
  }

  @Describes(CHANGE)
  @Put()
  @Requires('issues.triage')
  change(
    @CurrentAccess() access: Access,
    @AskedIds() issueIds: readonly number[],
    @JsonBody(IssueChangesDto) changes: IssueChangesDto,
  ): Promise<object> {
    return this.changes.changeListed(access, issueIds, changes);
  }
}

@ApiController('projects/:org/:project/issues')
export class ProjectIssuesController {
  constructor(
    private readonly answers: IssueAnswers,
    private readonly changes: IssueChanges,
    private readonly programProjects: ProgramProjects,
  ) {}

  @Describes(LIST)
  @Get()
  @Requires('issues.read')
  list(
    @CurrentAccess() access: Access,
    @Param('project') project: string,
    @AskedIssues() asked: AskedIssues,
    @RequestedCursorPage() page: CursorPage,
  ): Promise<readonly object[]> {
    return this.answers.list(access, { ...asked, projects: [project] }, page);
  }

  @Describes(CHANGE)
  @Put()
  @Requires('issues.triage')
  async change(
    @CurrentAccess() access: Access,
    @Param('project') name: string,
    @AskedIds() issueIds: readonly number[],
    @JsonBody(IssueChangesDto) changes: IssueChangesDto,
  ): Promise<object> {
    const [project] = await this.programProjects.require(access, [name], 'issues.read');
    await this.changes.requireInProject(issueIds, project!.id);
    return this.changes.changeListed(access, issueIds, changes);
  }
}
