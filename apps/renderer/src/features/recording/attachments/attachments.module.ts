import { Module } from '@nestjs/common';
import type { NormalisedEvent } from '#shared';
import { IssuePart } from '../issue-page/index.ts';
import type { DescribedIssue, IssuePartLoader } from '../issue-page/index.ts';
import { ProjectOfIssue } from '../issues/index.ts';
import { AttachmentFiles } from './attachment-files.ts';
import { EventAttachmentsController } from './event-attachments.controller.ts';
import type { AttachmentsPartProps, EventAttachments } from './event-attachments.dto.ts';
import { EventAttachmentsService } from './event-attachments.service.ts';

@IssuePart<typeof import('./views/issue.attachments.waiting.part.tsx')>(
  'attachments/issue.attachments.waiting.part',
  { at: 'after-trace', order: 30, section: { id: 'attachments', title: 'Attachments' } },
)
class AttachmentsPart implements IssuePartLoader<AttachmentsPartProps> {
  constructor(private readonly attachments: EventAttachmentsService) {}

  async load({ issue, event }: DescribedIssue): Promise<AttachmentsPartProps | undefined> {
    const listed = event && (await this.attachments.list(event, issue.id));
    return listed && { ...listed, issueId: issue.id };
  }

  toJson(
    event: Pick<NormalisedEvent, 'projectId' | 'eventId'>,
  ): Promise<EventAttachments | undefined> {
    return this.attachments.list(event);
  }
}

@Module({
  controllers: [EventAttachmentsController],
  providers: [AttachmentFiles, AttachmentsPart, EventAttachmentsService, ProjectOfIssue],
  exports: [AttachmentFiles],
})
export class AttachmentsModule {}
