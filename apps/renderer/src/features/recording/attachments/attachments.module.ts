import { Module } from '@nestjs/common';
import { AttachmentFiles } from './attachment-files.ts';

@Module({ providers: [AttachmentFiles], exports: [AttachmentFiles] })
export class AttachmentsModule {}
