import { Controller, Get, NotFoundException, Param, Query, Res, UseGuards } from '@nestjs/common';
import type { Response } from 'express';
import { FollowMerge, IssueIdPipe, ProjectOfIssue } from '../../../recording/issues/index.ts';
import { Requires } from '../../../people/accounts/index.ts';
import { AnswersInert } from '../answers-inert.ts';
import { EventAnswersService } from './event-answers.service.ts';

/**
 * Longest JSON that is indented, in characters. Indenting deeply nested JSON makes it up to some
 * sixty times longer.
 */
const INDENTED_LENGTH = 256 * 1024;

/**
 * Serves all stored data of an event, including the parts that the event's page leaves out. Anybody
 * with a public key can send events, so browsers show these answers as text and run nothing.
 */
@Controller('issues/:id/events')
export class EventController {
  constructor(private readonly events: EventAnswersService) {}

  /**
   * Answers with the event as its SDK sent it, what Errata knows about it, and what parts of its
   * page add. `?download` makes the browser save the answer as a file.
   */
  @Get(':event')
  @UseGuards(FollowMerge)
  @Requires('issues.read', ProjectOfIssue)
  @AnswersInert('application/json')
  async show(
    @Param('id', IssueIdPipe) issueId: number,
    @Param('event') eventId: string,
    @Query('download') download: unknown,
    @Res({ passthrough: true }) response: Response,
  ): Promise<string> {
    const raw = await this.events.findRaw(issueId, eventId);
    if (!raw) throw new NotFoundException();
    if (download !== undefined) {
      response.setHeader('Content-Disposition', `attachment; filename="${eventId}.json"`);
    }
    return toReadableJson(raw);
  }

  @Get(':event/stack')
  @UseGuards(FollowMerge)
  @Requires('issues.read', ProjectOfIssue)
  @AnswersInert('text/plain')
  async stack(
    @Param('id', IssueIdPipe) issueId: number,
    @Param('event') eventId: string,
  ): Promise<string> {
    const text = await this.events.findStackText(issueId, eventId);
    if (text === undefined) throw new NotFoundException();
    return text;
  }

  @Get(':event/markdown')
  @UseGuards(FollowMerge)
  @Requires('issues.read', ProjectOfIssue)
  @AnswersInert('text/plain')
  async markdown(
    @Param('id', IssueIdPipe) issueId: number,
    @Param('event') eventId: string,
  ): Promise<string> {
    const text = await this.events.findMarkdown(issueId, eventId);
    if (text === undefined) throw new NotFoundException();
    return text;
  }
}

function toReadableJson(value: object): string {
  const json = JSON.stringify(value);
  return json.length > INDENTED_LENGTH ? json : `${JSON.stringify(value, null, 2)}\n`;
}
