import { Controller, Get, NotFoundException, Param, Query, Res, UseGuards } from '@nestjs/common';
import type { Response } from 'express';
import { IssueIdPipe, ProjectOfIssue } from '../../recording/issues/index.ts';
import { Requires } from '../../people/accounts/index.ts';
import { AnswersInert } from './answers-inert.ts';
import { CompanionsService } from './companions/companions.service.ts';
import { IssuesService } from './issues.service.ts';
import { FollowMerge } from './merging/follow-merge.guard.ts';

/** Indented text of so much JSON is at most some sixty times as long. */
const INDENTED_LENGTH = 256 * 1024;

/**
 * Events with everything that is kept of them: what is too much for their page, too. A browser shows these answers as
 * text. Anybody with a public key may have sent an event, so none may run anything.
 */
@Controller('issues/:id/events')
export class EventController {
  constructor(
    private readonly issues: IssuesService,
    private readonly companions: CompanionsService,
  ) {}

  /** The event as its SDK sent it, with what Errata knows of it and what came with it, as JSON. `?download` saves it. */
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
    const raw = await this.issues.findRaw(issueId, eventId);
    if (!raw) throw new NotFoundException();
    const companions = await this.companions.list(raw.errata);
    if (download !== undefined) {
      response.setHeader('Content-Disposition', `attachment; filename="${eventId}.json"`);
    }
    return toReadableJson({ ...raw, ...companions });
  }

  /** Its stack as text, as its language prints it. */
  @Get(':event/stack')
  @UseGuards(FollowMerge)
  @Requires('issues.read', ProjectOfIssue)
  @AnswersInert('text/plain')
  async stack(
    @Param('id', IssueIdPipe) issueId: number,
    @Param('event') eventId: string,
  ): Promise<string> {
    const text = await this.issues.findStackText(issueId, eventId);
    if (text === undefined) throw new NotFoundException();
    return text;
  }

  /** The event as Markdown, with what a ticket or an assistant needs. */
  @Get(':event/markdown')
  @UseGuards(FollowMerge)
  @Requires('issues.read', ProjectOfIssue)
  @AnswersInert('text/plain')
  async markdown(
    @Param('id', IssueIdPipe) issueId: number,
    @Param('event') eventId: string,
  ): Promise<string> {
    const text = await this.issues.findMarkdown(issueId, eventId);
    if (text === undefined) throw new NotFoundException();
    return text;
  }
}

function toReadableJson(value: object): string {
  const json = JSON.stringify(value);
  return json.length > INDENTED_LENGTH ? json : `${JSON.stringify(value, null, 2)}\n`;
}
