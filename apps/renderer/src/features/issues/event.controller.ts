import { Controller, Get, Header, NotFoundException, Param } from '@nestjs/common';
import { Requires } from '../accounts/index.ts';
import { CompanionsService } from './companions/companions.service.ts';
import { IssueIdPipe } from './issue-id.pipe.ts';
import { IssuesService } from './issues.service.ts';
import { ProjectOfIssue } from './project-of-issue.ts';

/** Events with everything that is kept of them: what is too much for their page, too. */
@Controller('issues/:id/events')
export class EventController {
  constructor(
    private readonly issues: IssuesService,
    private readonly companions: CompanionsService,
  ) {}

  /** As JSON, which a browser shows as text. Anybody with a public key may have sent it, so it must run nothing. */
  @Get(':event')
  @Requires('issues.read', ProjectOfIssue)
  @Header('Content-Type', 'application/json; charset=utf-8')
  @Header('Content-Security-Policy', "sandbox; default-src 'none'")
  @Header('X-Content-Type-Options', 'nosniff')
  @Header('Cache-Control', 'private, no-store')
  async show(
    @Param('id', IssueIdPipe) issueId: number,
    @Param('event') eventId: string,
  ): Promise<object> {
    const event = await this.issues.findEvent(issueId, eventId);
    if (!event) throw new NotFoundException();
    return { ...event, ...(await this.companions.list(event)) };
  }
}
