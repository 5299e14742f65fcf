import { Module } from '@nestjs/common';
import { ProjectsModule } from '../../projects/projects/index.ts';
import { AttachmentsModule } from '../attachments/index.ts';
import { FeedbackAnswers } from './api/feedback-answers.ts';
import {
  OrganisationUserReportsController,
  UserFeedbackController,
  UserReportsController,
} from './api/user-feedback.controller.ts';
import { FeedbackController } from './feedback.controller.ts';
import { FeedbackPart } from './feedback.part.ts';
import { FeedbackChanges } from './feedback-changes.ts';
import { FeedbackFilesController } from './feedback-files.controller.ts';
import { FeedbackService } from './feedback.service.ts';
import { ProjectOfFeedback } from './project-of-feedback.ts';

@Module({
  imports: [AttachmentsModule, ProjectsModule],
  controllers: [
    FeedbackController,
    FeedbackFilesController,
    UserFeedbackController,
    OrganisationUserReportsController,
    UserReportsController,
  ],
  providers: [FeedbackAnswers, FeedbackChanges, FeedbackPart, FeedbackService, ProjectOfFeedback],
})
export class FeedbackModule {}
