import { Module } from '@nestjs/common';
import { AttachmentFiles } from './attachment-files.ts';

/** Files that came with events and with feedback. */
@Module({ providers: [AttachmentFiles], exports: [AttachmentFiles] })
export class AttachmentsModule {}
