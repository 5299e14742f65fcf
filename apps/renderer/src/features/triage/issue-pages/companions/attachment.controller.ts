import { Controller, Get, Param, Res, UseGuards } from '@nestjs/common';
import type { StreamableFile } from '@nestjs/common';
import type { Response } from 'express';
import { sendFile, sendPreview } from '../../../recording/attachments/index.ts';
import { FollowMerge, IssueIdPipe, ProjectOfIssue } from '../../../recording/issues/index.ts';
import { Requires } from '../../../people/accounts/index.ts';
import { CompanionsService } from './companions.service.ts';

@Controller('issues/:id/attachments')
export class AttachmentController {
  constructor(private readonly companions: CompanionsService) {}

  @Get(':attachment')
  @UseGuards(FollowMerge)
  @Requires('issues.read', ProjectOfIssue)
  async download(
    @Param('id', IssueIdPipe) issueId: number,
    @Param('attachment', IssueIdPipe) attachmentId: number,
    @Res({ passthrough: true }) response: Response,
  ): Promise<StreamableFile> {
    return sendFile(await this.companions.open(issueId, attachmentId), response);
  }

  @Get(':attachment/preview')
  @UseGuards(FollowMerge)
  @Requires('issues.read', ProjectOfIssue)
  async preview(
    @Param('id', IssueIdPipe) issueId: number,
    @Param('attachment', IssueIdPipe) attachmentId: number,
    @Res({ passthrough: true }) response: Response,
  ): Promise<StreamableFile> {
    return sendPreview(await this.companions.openPreview(issueId, attachmentId), response);
  }
}
