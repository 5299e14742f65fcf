import { Module } from '@nestjs/common';
import { ProjectsModule } from '../../projects/projects/index.ts';
import { AttachmentsModule } from '../attachments/index.ts';
import {
  OrganisationUserReportsController,
  UserFeedbackController,
  UserReportsController,
} from './api/user-feedback.controller.ts';
import { FeedbackController, ProjectOfFeedback } from './feedback.controller.ts';
import { FeedbackPart } from './feedback.part.ts';
import { FeedbackRows } from './feedback-rows.ts';

@Module({
  imports: [AttachmentsModule, ProjectsModule],
  controllers: [
    FeedbackController,
    UserFeedbackController,
    OrganisationUserReportsController,
    UserReportsController,
  ],
  providers: [FeedbackPart, FeedbackRows, ProjectOfFeedback],
})
export class FeedbackModule {}
