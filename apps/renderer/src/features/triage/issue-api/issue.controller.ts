import { Get, Injectable, Param, Post, Put } from '@nestjs/common';
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
import { AskedEvents } from './asked-events.ts';
import { toEventAnswer } from './event-answer.ts';
import { IssueAnswers } from './issue-answers.ts';
import { IssueChanges } from './issue-changes.ts';
import { IssueChangesDto, NoteDto, ofSentry } from './issue-changes.dto.ts';
import { IssueDetails } from './issue-details.ts';
import { IssueLookup } from '../issue-pages/index.ts';
import { eventParameters } from './issue-parameters.ts';
import {
  activitiesSchema,
  eventListSchema,
  eventSchema,
  issueChangesSchema,
  newNoteSchema,
  noteSchema,
  tagSchema,
  tagValuesSchema,
  wholeIssueSchema,
} from './issue-schemas.ts';

@Injectable()
abstract class IssueEndpoints {
  constructor(
    private readonly lookup: IssueLookup,
    private readonly answers: IssueAnswers,
    private readonly details: IssueDetails,
    private readonly changes: IssueChanges,
  ) {}

  @Describes({ summary: 'An issue, by its id or short id.', answer: wholeIssueSchema })
  @Get()
  @Requires('issues.read')
  async show(@CurrentAccess() access: Access, @Param('issue') name: string): Promise<object> {
    return this.answers.show(await this.lookup.getIssue(access, name));
  }

  @Describes({ summary: 'Changes an issue.', body: issueChangesSchema, answer: wholeIssueSchema })
  @Put()
  @Requires('issues.triage')
  async change(
    @CurrentAccess() access: Access,
    @Param('issue') name: string,
    @JsonBody(IssueChangesDto, ofSentry) changes: IssueChangesDto,
  ): Promise<object> {
    const { id } = await this.lookup.getIssue(access, name);
    await this.changes.change(access, [id], changes);
    return this.answers.show(await this.lookup.getIssue(access, name));
  }

  @Describes({
    summary: 'Events of an issue, the newest first.',
    query: eventParameters,
    answer: eventListSchema,
  })
  @Get('events')
  @Requires('issues.read')
  async listEvents(
    @CurrentAccess() access: Access,
    @Param('issue') name: string,
    @AskedEvents() asked: AskedEvents,
    @RequestedCursorPage() page: CursorPage,
  ): Promise<readonly object[]> {
    page.requireTime();
    return this.details.listEvents(await this.lookup.getIssue(access, name), asked, page);
  }

  @Describes({ summary: 'An event of an issue: latest, or an id.', answer: eventSchema })
  @Get('events/:event')
  @Requires('issues.read')
  async showEvent(
    @CurrentAccess() access: Access,
    @Param('issue') name: string,
    @Param('event') event: string,
  ): Promise<object> {
    const issue = await this.lookup.getIssue(access, name);
    return toEventAnswer(issue, await this.lookup.getEvent(issue, event));
  }

  @Describes({
    summary: 'Tags of an issue with their most frequent values.',
    answer: schema.listOf(tagSchema),
  })
  @Get('tags')
  @Requires('issues.read')
  async listTags(
    @CurrentAccess() access: Access,
    @Param('issue') name: string,
  ): Promise<readonly object[]> {
    return this.details.listTags(await this.lookup.getIssue(access, name));
  }

  @Describes({ summary: 'A tag of an issue with its most frequent values.', answer: tagSchema })
  @Get('tags/:key')
  @Requires('issues.read')
  async showTag(
    @CurrentAccess() access: Access,
    @Param('issue') name: string,
    @Param('key') key: string,
  ): Promise<object> {
    return this.details.getTag(await this.lookup.getIssue(access, name), key);
  }

  @Describes({ summary: 'Values of a tag, the most frequent first.', answer: tagValuesSchema })
  @Get('tags/:key/values')
  @Requires('issues.read')
  async listValues(
    @CurrentAccess() access: Access,
    @Param('issue') name: string,
    @Param('key') key: string,
  ): Promise<readonly object[]> {
    return this.details.listValues(await this.lookup.getIssue(access, name), key);
  }

  @Describes({ summary: 'Comments, the newest first.', answer: schema.listOf(noteSchema) })
  @Get('notes')
  @Requires('issues.read')
  async listNotes(
    @CurrentAccess() access: Access,
    @Param('issue') name: string,
  ): Promise<readonly object[]> {
    return this.details.listNotes(await this.lookup.getIssue(access, name));
  }

  @Describes({ summary: 'Adds a comment.', body: newNoteSchema, answer: noteSchema })
  @Post('notes')
  @Requires('issues.comment')
  async addNote(
    @CurrentAccess() access: Access,
    @Param('issue') name: string,
    @JsonBody(NoteDto, { drops: [] }) { text }: NoteDto,
  ): Promise<object | undefined> {
    const issue = await this.lookup.getIssue(access, name);
    await this.changes.comment(access, issue, text);
    const [note] = await this.details.listNotes(issue);
    return note;
  }

  @Describes({ summary: 'History of an issue, the newest first.', answer: activitiesSchema })
  @Get('activities')
  @Requires('issues.read')
  async listActivities(
    @CurrentAccess() access: Access,
    @Param('issue') name: string,
  ): Promise<object> {
    const issue = await this.lookup.getIssue(access, name);
    return { activity: await this.details.listActivities(issue) };
  }

  @Describes({ summary: 'Issues of other tools: none.', answer: schema.listOf(schema.anyObject) })
  @Get('external-issues')
  @Requires('issues.read')
  async listExternal(
    @CurrentAccess() access: Access,
    @Param('issue') name: string,
  ): Promise<readonly object[]> {
    await this.lookup.getIssue(access, name);
    return [];
  }
}

@ApiController('organizations/:org/issues/:issue')
export class OrganisationIssueController extends IssueEndpoints {}

/** Older clients leave the organisation out of the address. */
@ApiController('issues/:issue')
export class IssueController extends IssueEndpoints {}
