import { Inject, Injectable } from '@nestjs/common';
import { AttachmentStore } from '#product/recording/attachments';
import { type NormalisedEvent, reportLimits, to } from '#shared';
import { AttachmentFiles, PreviewBudget } from './attachment-files.ts';
import type { Download, OpenPreview, PreviewPlace } from './attachment-files.ts';
import type { EventAttachments } from './event-attachments.dto.ts';
import { fitFiles } from './fit-files.ts';

const ATTACHMENTS_SHOWN = reportLimits.attachmentsPerEvent;

@Injectable()
export class EventAttachmentsService {
  constructor(
    @Inject(AttachmentStore) private readonly attachments: Pick<AttachmentStore, 'list' | 'find'>,
    private readonly files: AttachmentFiles,
  ) {}

  /**
   * Lists the attachments of an event, or resolves with undefined when there are none.
   * `previewedAt` is the id of the issue whose page shows previews and has room for some files.
   * Without an id, lists all files without previews.
   */
  async list(
    { projectId, eventId }: Pick<NormalisedEvent, 'projectId' | 'eventId'>,
    previewedAt?: number,
  ): Promise<EventAttachments | undefined> {
    const found = await this.attachments.list(projectId, eventId, ATTACHMENTS_SHOWN + 1);
    if (found.length === 0) return undefined;
    const isOnPage = previewedAt !== undefined;
    const items = await this.files.list(
      found.slice(0, ATTACHMENTS_SHOWN),
      isOnPage ? toPlace(previewedAt) : undefined,
    );
    const attachments = isOnPage ? fitFiles(items) : items;
    const hasMore = found.length > ATTACHMENTS_SHOWN || attachments.length < items.length;
    return { attachments, ...(hasMore ? { hasMoreAttachments: true } : {}) };
  }

  async openPreview(issueId: number, attachmentId: number): Promise<OpenPreview | undefined> {
    const found = await this.attachments.find(issueId, attachmentId);
    return found && this.files.openPreview(found);
  }

  async open(issueId: number, attachmentId: number): Promise<Download | undefined> {
    const found = await this.attachments.find(issueId, attachmentId);
    return found && this.files.open(found);
  }
}

function toPlace(id: number): PreviewPlace {
  return {
    toPreview: (attachment) =>
      to('/issues/:id/attachments/:attachment/preview', { id, attachment }),
    budget: new PreviewBudget(),
  };
}
