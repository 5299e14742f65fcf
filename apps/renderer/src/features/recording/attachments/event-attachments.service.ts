import { Inject, Injectable } from '@nestjs/common';
import { AttachmentStore } from '#product/recording/attachments';
import { type NormalisedEvent, reportLimits, to } from '#shared';
import { takeFitting, weighText } from '#events';
import type { ListedFile } from '../../../ui/files/listed-file.ts';
import { AttachmentFiles, PreviewBudget } from './attachment-files.ts';
import type { Download, OpenPreview, PreviewPlace } from './attachment-files.ts';
import type { EventAttachments } from './event-attachments.dto.ts';

const FILES_BYTES = 70_000;
const PREVIEWS_BYTES = 30_000;

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
    return { attachments, hasMoreAttachments: hasMore ? true : undefined };
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

/** Cuts a list of files to its room on the page of an event. Links texts beyond theirs. */
function fitFiles(files: readonly ListedFile[]): readonly ListedFile[] {
  return takeFitting(linkTexts(files), FILES_BYTES, weighFile);
}

function linkTexts(files: readonly ListedFile[]): readonly ListedFile[] {
  let left = PREVIEWS_BYTES;
  return files.map((file) => {
    const bytes = weighPreview(file);
    if (bytes > left) return { ...file, preview: { kind: 'link' } };
    left -= bytes;
    return file;
  });
}

function weighPreview({ preview }: ListedFile): number {
  return preview?.kind === 'text' ? weighText(preview.text) : 0;
}

function weighFile(file: ListedFile): number {
  // A preview repeats the file's name as its label.
  const preview = file.preview ? 700 + weighText(file.name) + weighPreview(file) : 0;
  return 600 + weighText(file.name) + weighText(file.contentType) + preview;
}
