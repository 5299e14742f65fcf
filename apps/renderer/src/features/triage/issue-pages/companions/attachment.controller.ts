import {
  Controller,
  Get,
  NotFoundException,
  Param,
  Res,
  StreamableFile,
  UseGuards,
} from '@nestjs/common';
import type { Response } from 'express';
import { IssueIdPipe, ProjectOfIssue } from '../../../recording/issues/index.ts';
import { Requires } from '../../../people/accounts/index.ts';
import { FollowMerge } from '../merging/follow-merge.guard.ts';
import { CompanionsService } from './companions.service.ts';
import type { Download } from './companions.service.ts';

/**
 * Files that came with events: whoever knows a public key can send any, so that no browser is to run one as part of this
 * origin. They are saved, or previewed where their bytes are a picture or plain text.
 */
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
    const file = await this.companions.open(issueId, attachmentId);
    if (!file) throw new NotFoundException();
    response.attachment(file.name);
    response.setHeader('Content-Type', 'application/octet-stream');
    return send(file, response);
  }

  /** A picture or the beginning of a text, shown by browsers as that and nothing else. */
  @Get(':attachment/preview')
  @UseGuards(FollowMerge)
  @Requires('issues.read', ProjectOfIssue)
  async preview(
    @Param('id', IssueIdPipe) issueId: number,
    @Param('attachment', IssueIdPipe) attachmentId: number,
    @Res({ passthrough: true }) response: Response,
  ): Promise<StreamableFile> {
    const file = await this.companions.openPreview(issueId, attachmentId);
    if (!file) throw new NotFoundException();
    response.setHeader('Content-Disposition', 'inline');
    response.setHeader('Content-Type', file.type);
    return send(file, response);
  }
}

function send(file: Download, response: Response): StreamableFile {
  response.setHeader('Content-Security-Policy', "sandbox; default-src 'none'");
  response.setHeader('X-Content-Type-Options', 'nosniff');
  response.setHeader('Cache-Control', 'private, no-store');
  return new StreamableFile(file.content, { length: file.bytes });
}
