import { Module } from '@nestjs/common';
import { ProjectOfIssue } from '../issues/index.ts';
import { AttachmentFiles } from './attachment-files.ts';
import { AttachmentsPart } from './attachments.part.ts';
import { EventAttachmentsController } from './event-attachments.controller.ts';
import { EventAttachmentsService } from './event-attachments.service.ts';

@Module({
  controllers: [EventAttachmentsController],
  providers: [AttachmentFiles, AttachmentsPart, EventAttachmentsService, ProjectOfIssue],
  exports: [AttachmentFiles],
})
export class AttachmentsModule {}
