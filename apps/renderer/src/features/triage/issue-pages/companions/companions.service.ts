import { Inject, Injectable } from '@nestjs/common';
import { AttachmentStore } from '#product/recording/attachments';
import { FeedbackStore } from '#product/recording/feedback';
import { type NormalisedEvent, reportLimits, to } from '#shared';
import { AttachmentFiles, PreviewBudget } from '../../../recording/attachments/index.ts';
import type { Download, OpenPreview } from '../../../recording/attachments/index.ts';
import type { Companions } from './companions.dto.ts';
import { cutCompanions } from './cut-companions.ts';

const ATTACHMENTS_SHOWN = reportLimits.attachmentsPerEvent;

@Injectable()
export class CompanionsService {
  constructor(
    @Inject(AttachmentStore) private readonly attachments: Pick<AttachmentStore, 'list' | 'find'>,
    @Inject(FeedbackStore) private readonly feedback: Pick<FeedbackStore, 'list'>,
    private readonly files: AttachmentFiles,
  ) {}

  /**
   * Lists the attachments and the feedback of an event. `previewedAt` is the id of the issue whose
   * page shows previews and has room for some of them. Without an id, lists all without previews.
   */
  async list(
    { projectId, eventId }: Pick<NormalisedEvent, 'projectId' | 'eventId'>,
    previewedAt?: number,
  ): Promise<Companions> {
    const [attachments, feedback] = await Promise.all([
      this.attachments.list(projectId, eventId, ATTACHMENTS_SHOWN + 1),
      this.feedback.list(projectId, eventId),
    ]);
    const items = await this.files.list(
      attachments.slice(0, ATTACHMENTS_SHOWN),
      previewedAt === undefined ? undefined : toPlace(previewedAt),
    );
    const all = {
      ...(items.length > 0 ? { attachments: items } : {}),
      ...(attachments.length > ATTACHMENTS_SHOWN ? { hasMoreAttachments: true } : {}),
      ...(feedback.length > 0 ? { feedback } : {}),
    };
    return previewedAt === undefined ? all : cutCompanions(all);
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

function toPlace(id: number) {
  return {
    toPreview: (attachment: number) =>
      to('/issues/:id/attachments/:attachment/preview', { id, attachment }),
    budget: new PreviewBudget(),
  };
}
