import { Body, Controller, Get, Query } from '@nestjs/common';
import { Action, filledQuery, Flash, Page } from '../../../rendering/index.ts';
import type { TellFlash } from '../../../rendering/index.ts';
import { CurrentAccess, OpenToGuests, Requires } from '../../people/accounts/index.ts';
import type { Access } from '../../people/accounts/index.ts';
import { NavigationEntry } from '../../people/console/index.ts';
import { FeedbackChangeDto } from './feedback.dto.ts';
import type { FeedbackAction, FeedbackProps } from './feedback.dto.ts';
import { FeedbackAddressPipe } from './feedback-address.pipe.ts';
import type { FeedbackAddress } from './feedback-address.pipe.ts';
import { FeedbackChanges } from './feedback-changes.ts';
import { FeedbackService } from './feedback.service.ts';

@Controller('feedback')
@OpenToGuests()
@NavigationEntry({ name: 'Feedback', order: 17 })
export class FeedbackController {
  constructor(
    private readonly feedback: FeedbackService,
    private readonly changes: FeedbackChanges,
  ) {}

  @Get()
  @Page<typeof import('./views/feedback.page.tsx')>('feedback/feedback.page', {
    head: () => ({ title: 'Feedback' }),
    tags: ({ tags }) => tags,
    staleMs: 0,
  })
  list(
    @Query(filledQuery('/feedback'), FeedbackAddressPipe) address: FeedbackAddress,
    @CurrentAccess() access: Access,
  ): Promise<FeedbackProps> {
    return this.feedback.list(access, address);
  }

  @Action<FeedbackAction>('change')
  @Requires('issues.triage')
  async change(
    @Body() fields: FeedbackChangeDto,
    @CurrentAccess() access: Access,
    @Flash() flash: TellFlash,
  ): Promise<void> {
    flash(await this.changes.change(access, fields));
  }
}
