import { Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { FeedbackStore } from '#product/recording/feedback';
import { ProjectOf } from '../../people/accounts/index.ts';
import { FeedbackIdPipe } from './feedback-id.pipe.ts';

@Injectable()
export class ProjectOfFeedback extends ProjectOf {
  private readonly ids = new FeedbackIdPipe();

  constructor(private readonly feedback: FeedbackStore) {
    super();
  }

  override find({ params }: Request): Promise<number | undefined> {
    return this.feedback.findProject(this.ids.transform(String(params['id'])));
  }
}
