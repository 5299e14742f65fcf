import { Controller, Get, Param, Res, UseGuards } from '@nestjs/common';
import type { StreamableFile } from '@nestjs/common';
import type { Response } from 'express';
import { Requires } from '../../people/accounts/index.ts';
import { FollowMerge, IssueIdPipe, ProjectOfIssue } from '../issues/index.ts';
import { EventAttachmentsService } from './event-attachments.service.ts';
import { sendFile, sendPreview } from './send-file.ts';

@Controller('issues/:id/attachments')
export class EventAttachmentsController {
  constructor(private readonly attachments: EventAttachmentsService) {}

  @Get(':attachment')
  @UseGuards(FollowMerge)
  @Requires('issues.read', ProjectOfIssue)
  async download(
    @Param('id', IssueIdPipe) issueId: number,
    @Param('attachment', IssueIdPipe) attachmentId: number,
    @Res({ passthrough: true }) response: Response,
  ): Promise<StreamableFile> {
    return sendFile(await this.attachments.open(issueId, attachmentId), response);
  }

  @Get(':attachment/preview')
  @UseGuards(FollowMerge)
  @Requires('issues.read', ProjectOfIssue)
  async preview(
    @Param('id', IssueIdPipe) issueId: number,
    @Param('attachment', IssueIdPipe) attachmentId: number,
    @Res({ passthrough: true }) response: Response,
  ): Promise<StreamableFile> {
    return sendPreview(await this.attachments.openPreview(issueId, attachmentId), response);
  }
}
