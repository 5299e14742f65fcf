import { Controller, Get, Param, Res } from '@nestjs/common';
import type { Response } from 'express';
import { CurrentAccess, Requires } from '../../../people/accounts/index.ts';
import type { Access } from '../../../people/accounts/index.ts';
import { AnswersInert } from '../answers-inert.ts';
import { IssueLookup } from '../issue-lookup.ts';
import { IssueMarkdown } from './issue-markdown.ts';

/**
 * Answers `/issues/WEB-42.md` and `/issues/42.md` with the issue and its newest event as Markdown.
 * Accepts a session or a token.
 */
@Controller('issues')
export class IssueMarkdownController {
  constructor(
    private readonly lookup: IssueLookup,
    private readonly writer: IssueMarkdown,
  ) {}

  @Get(':name.md')
  @Requires('issues.read')
  @AnswersInert('text/markdown')
  async show(
    @CurrentAccess() access: Access,
    @Param('name') name: string,
    @Res({ passthrough: true }) response: Response,
  ): Promise<string> {
    const issue = await this.lookup.getIssue(access, name);
    // A browser shows an `inline` answer instead of saving it.
    response.setHeader('Content-Disposition', 'inline');
    return this.writer.print(issue, await this.lookup.getEvent(issue, 'latest'));
  }
}
