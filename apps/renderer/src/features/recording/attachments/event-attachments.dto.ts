import type { ListedFile } from '../../../ui/files/listed-file.ts';

export interface EventAttachments {
  readonly attachments: readonly ListedFile[];
  readonly hasMoreAttachments?: true;
}

export interface AttachmentsPartProps extends EventAttachments {
  readonly issueId: number;
}
