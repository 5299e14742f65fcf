import { BadRequestException, createParamDecorator, Get, Param, Put } from '@nestjs/common';
import type { ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';
import { issueLimits } from '#shared';
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
import { IssueAnswers } from './issue-answers.ts';
import { IssueChanges } from './issue-changes.ts';
import { IssueChangesDto, ofSentry } from './issue-changes.dto.ts';
import { idParameters, issueParameters } from './issue-parameters.ts';
import { changedSchema, issueChangesSchema, issueSchema } from './issue-schemas.ts';

/** In Sentry each leaves out ids that do not match it. */
const FILTERS = ['status', 'query', 'environment', 'project'];
const ID = /^[1-9]\d{0,14}$/;

/**
 * Reads the ids of `?id=1&id=2`, each once. Throws 400 when the address names no id, too many ids
 * or a value that is not an id, and when it has a filter beside them.
 */
const AskedIds = createParamDecorator(
  (_: unknown, context: ExecutionContext): readonly number[] => {
    const { query } = context.switchToHttp().getRequest<Request>();
    const ids = [query['id']].flat().filter((each) => each !== undefined);
    const { issuesPerChange: most } = issueLimits;
    if (ids.length === 0 || ids.length > most) {
      throw new BadRequestException(`Name 1 to ${most} issues by their ids: ?id=1&id=2.`);
    }
    const filter = FILTERS.find((name) => query[name] !== undefined);
    if (filter) {
      throw new BadRequestException(`The ids alone say which issues change: leave out ${filter}.`);
    }
    return [...new Set(ids.map(readId))];
  },
);

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
    @JsonBody(IssueChangesDto, ofSentry) changes: IssueChangesDto,
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
    @JsonBody(IssueChangesDto, ofSentry) changes: IssueChangesDto,
  ): Promise<object> {
    const [project] = await this.programProjects.require(access, [name], 'issues.read');
    await this.changes.requireInProject(issueIds, project!.id);
    return this.changes.changeListed(access, issueIds, changes);
  }
}

function readId(id: unknown): number {
  if (typeof id === 'string' && ID.test(id)) return Number(id);
  throw new BadRequestException('The id of an issue is a number.');
}
