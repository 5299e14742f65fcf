import { Controller, Get, Param, Res } from '@nestjs/common';
import type { StreamableFile } from '@nestjs/common';
import type { Response } from 'express';
import { Requires } from '../../people/accounts/index.ts';
import { sendFile, sendPreview } from '../attachments/index.ts';
import { FeedbackIdPipe } from './feedback-id.pipe.ts';
import { FeedbackService } from './feedback.service.ts';
import { ProjectOfFeedback } from './project-of-feedback.ts';

@Controller('feedback/:id/attachments')
@Requires('issues.read', ProjectOfFeedback)
export class FeedbackFilesController {
  constructor(private readonly feedback: FeedbackService) {}

  @Get(':attachment')
  async download(
    @Param('id', FeedbackIdPipe) id: number,
    @Param('attachment', FeedbackIdPipe) attachmentId: number,
    @Res({ passthrough: true }) response: Response,
  ): Promise<StreamableFile> {
    return sendFile(await this.feedback.open(id, attachmentId), response);
  }

  @Get(':attachment/preview')
  async preview(
    @Param('id', FeedbackIdPipe) id: number,
    @Param('attachment', FeedbackIdPipe) attachmentId: number,
    @Res({ passthrough: true }) response: Response,
  ): Promise<StreamableFile> {
    return sendPreview(await this.feedback.openPreview(id, attachmentId), response);
  }
}
