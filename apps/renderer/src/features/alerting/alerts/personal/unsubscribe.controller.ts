import { Controller, Get, NotFoundException, Param } from '@nestjs/common';
import type { PropsOf } from '#shared';
import { Action, OpenToAll, Page } from '../../../../rendering/index.ts';
import type { UnsubscribeAction, UnsubscribedResult } from '../personal-alerts.dto.ts';
import { PersonalAlertsService } from './personal-alerts.service.ts';

/**
 * Serves the unsubscribe link of mails. Mail programs post to this URL without a confirmation and
 * without a session (RFC 8058). A GET only asks for confirmation, because mail scanners open every
 * link.
 */
@Controller('unsubscribe/:token')
@OpenToAll()
export class UnsubscribeController {
  constructor(private readonly personal: PersonalAlertsService) {}

  @Get()
  @Page<PropsOf<UnsubscribeController['show']>>('alerts/unsubscribe.page', {
    head: () => ({ title: 'Unsubscribe', noindex: true }),
    staleMs: 0,
  })
  async show(@Param('token') token: string) {
    const found = await this.personal.findByToken(token);
    if (!found) throw new NotFoundException();
    return found;
  }

  /**
   * Answers with the page itself, because mail programs follow no redirect (RFC 8058, section 3.1).
   */
  @Action<UnsubscribeAction>('unsubscribe', { showsResult: true })
  async unsubscribe(@Param('token') token: string): Promise<UnsubscribedResult> {
    if (!(await this.personal.unsubscribe(token))) throw new NotFoundException();
    return { isDone: true };
  }
}
