export { AttachmentsModule } from './attachments.module.ts';
export { AttachmentFiles, PreviewBudget } from './attachment-files.ts';
export type { Download, OpenPreview } from './attachment-files.ts';
export { sendFile, sendPreview } from './send-file.ts';
