import { Controller, Get, NotFoundException, Param } from '@nestjs/common';
import { Action, OpenToAll, Page } from '../../../../rendering/index.ts';
import type {
  UnsubscribeAction,
  UnsubscribedResult,
  UnsubscribeProps,
} from '../personal-alerts.dto.ts';
import { PersonalAlertsService } from './personal-alerts.service.ts';

/**
 * Where the link of a mail leads that nobody wants. A mail program posts to it without asking, and without being signed in
 * (RFC 8058); a person who follows it is asked first, since programs that check mail follow links, too.
 */
@Controller('unsubscribe/:token')
@OpenToAll()
export class UnsubscribeController {
  constructor(private readonly personal: PersonalAlertsService) {}

  @Get()
  @Page<typeof import('../views/unsubscribe.page.tsx')>('alerts/unsubscribe.page', {
    head: () => ({ title: 'Unsubscribe', noindex: true }),
    staleMs: 0,
  })
  async show(@Param('token') token: string): Promise<UnsubscribeProps> {
    const found = await this.personal.findByToken(token);
    if (!found) throw new NotFoundException();
    return found;
  }

  /** Answered by the page itself: mail programs follow no redirect (RFC 8058, section 3.1). */
  @Action<UnsubscribeAction>('unsubscribe', { showsResult: true })
  async unsubscribe(@Param('token') token: string): Promise<UnsubscribedResult> {
    if (!(await this.personal.unsubscribe(token))) throw new NotFoundException();
    return { isDone: true };
  }
}
