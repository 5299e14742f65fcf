import { Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { ProjectOf } from '../../people/accounts/index.ts';
import { FeedbackIdPipe } from './feedback-id.pipe.ts';
import { FeedbackService } from './feedback.service.ts';

/** The project of the feedback whose id stands in the address. */
@Injectable()
export class ProjectOfFeedback extends ProjectOf {
  private readonly ids = new FeedbackIdPipe();

  constructor(private readonly feedback: FeedbackService) {
    super();
  }

  override find({ params }: Request): Promise<number | undefined> {
    return this.feedback.findProject(this.ids.transform(String(params['id'])));
  }
}
