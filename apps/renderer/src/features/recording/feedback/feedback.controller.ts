import { Controller, Get, NotFoundException, Query } from '@nestjs/common';
import { filledQuery, Page } from '../../../rendering/index.ts';
import { CurrentAccess, OpenToGuests } from '../../people/accounts/index.ts';
import type { Access } from '../../people/accounts/index.ts';
import { NavigationEntry } from '../../people/console/index.ts';
import type { FeedbackProps } from './feedback.dto.ts';
import { FeedbackAddressPipe } from './feedback-address.pipe.ts';
import type { FeedbackAddress } from './feedback-address.pipe.ts';
import { FeedbackService } from './feedback.service.ts';

@Controller('feedback')
@OpenToGuests()
@NavigationEntry({ name: 'Feedback', order: 17 })
export class FeedbackController {
  constructor(private readonly feedback: FeedbackService) {}

  @Get()
  @Page<typeof import('./views/feedback.page.tsx')>('feedback/feedback.page', {
    head: () => ({ title: 'Feedback' }),
    tags: ({ tags }) => tags,
    staleMs: 0,
  })
  async list(
    @Query(filledQuery('/feedback'), FeedbackAddressPipe) address: FeedbackAddress,
    @CurrentAccess() access: Access,
  ): Promise<FeedbackProps> {
    const list = await this.feedback.list(access, address);
    if (!list) throw new NotFoundException();
    return list;
  }
}
