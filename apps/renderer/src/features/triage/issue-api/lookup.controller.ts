import { Get, Param } from '@nestjs/common';
import { toShortId } from '#shared';
import { RendererConfig } from '../../../config/renderer-config.ts';
import { CurrentAccess, Requires } from '../../people/accounts/index.ts';
import type { Access } from '../../people/accounts/index.ts';
import { ApiController, Describes } from '../../people/api/index.ts';
import { ProgramProjects } from '../../projects/projects/index.ts';
import { toEventAnswer } from './event-answer.ts';
import { IssueAnswers } from './issue-answers.ts';
import { IssueLookup } from '../issue-pages/index.ts';
import { eventIdSchema, eventSchema, shortIdSchema } from './issue-schemas.ts';

@ApiController('organizations/:org')
export class LookupController {
  constructor(
    private readonly lookup: IssueLookup,
    private readonly answers: IssueAnswers,
    private readonly config: RendererConfig,
  ) {}

  @Describes({ summary: 'The issue of a short id.', answer: shortIdSchema })
  @Get('shortids/:short')
  @Requires('issues.read')
  async findShort(@CurrentAccess() access: Access, @Param('short') name: string): Promise<object> {
    const issue = await this.lookup.getIssue(access, name);
    return {
      organizationSlug: this.config.organisation,
      projectSlug: issue.projectSlug,
      groupId: String(issue.id),
      group: await this.answers.show(issue),
      shortId: toShortId(issue.projectSlug, issue.number),
    };
  }

  @Describes({ summary: 'An event by its id alone.', answer: eventIdSchema })
  @Get('eventids/:event')
  @Requires('issues.read')
  async findEvent(@CurrentAccess() access: Access, @Param('event') name: string): Promise<object> {
    const { issue, event } = await this.lookup.findEvent(access, name);
    return {
      organizationSlug: this.config.organisation,
      projectSlug: issue.projectSlug,
      groupId: String(issue.id),
      eventId: event.event.eventId,
      event: toEventAnswer(issue, event),
    };
  }
}

@ApiController('projects/:org/:project/events')
export class ProjectEventsController {
  constructor(
    private readonly lookup: IssueLookup,
    private readonly programProjects: ProgramProjects,
  ) {}

  @Describes({ summary: 'An event of a project.', answer: eventSchema })
  @Get(':event')
  @Requires('issues.read')
  async show(
    @CurrentAccess() access: Access,
    @Param('project') projectName: string,
    @Param('event') name: string,
  ): Promise<object> {
    const project = await this.programProjects.get(access, projectName);
    const { issue, event } = await this.lookup.findEvent(access, name, project.id);
    return toEventAnswer(issue, event);
  }
}
