import { Readable } from 'node:stream';
import { Inject, Injectable } from '@nestjs/common';
import { AttachmentStore, FeedbackStore } from '#product/recording/attachments';
import { formatBytes, type NormalisedEvent, reportLimits } from '#shared';
import type { Companions } from './companions.dto.ts';

/** A file on its way to a reader. */
export interface Download {
  readonly name: string;
  readonly bytes: number;
  /** Fails where there is less than `bytes`: it was deleted meanwhile. */
  readonly content: Readable;
}

const ATTACHMENTS_SHOWN = reportLimits.attachmentsPerEvent;

/** What comes with events, or about them. */
@Injectable()
export class CompanionsService {
  constructor(
    @Inject(AttachmentStore)
    private readonly attachments: Pick<AttachmentStore, 'list' | 'find' | 'read'>,
    @Inject(FeedbackStore) private readonly feedback: Pick<FeedbackStore, 'list'>,
  ) {}

  async list({
    projectId,
    eventId,
  }: Pick<NormalisedEvent, 'projectId' | 'eventId'>): Promise<Companions> {
    const [attachments, feedback] = await Promise.all([
      this.attachments.list(projectId, eventId, ATTACHMENTS_SHOWN + 1),
      this.feedback.list(projectId, eventId),
    ]);
    const items = attachments
      .slice(0, ATTACHMENTS_SHOWN)
      .map(({ id, name, contentType, bytes }) => ({
        id,
        name,
        contentType,
        size: formatBytes(bytes),
      }));
    return {
      ...(items.length > 0 ? { attachments: items } : {}),
      ...(attachments.length > items.length ? { hasMoreAttachments: true } : {}),
      ...(feedback.length > 0 ? { feedback } : {}),
    };
  }

  /** Undefined when there is none such with an event of that issue. */
  async open(issueId: number, attachmentId: number): Promise<Download | undefined> {
    const found = await this.attachments.find(issueId, attachmentId);
    if (!found) return undefined;
    const { name, bytes } = found;
    return { name, bytes, content: Readable.from(this.readAll(attachmentId, bytes)) };
  }

  private async *readAll(attachmentId: number, bytes: number): AsyncGenerator<Buffer> {
    let read = 0;
    for await (const chunk of this.attachments.read(attachmentId)) {
      read += chunk.length;
      yield chunk;
    }
    // A short file must not look like a whole one.
    if (read < bytes) throw new Error(`Attachment ${attachmentId} was deleted while it was read.`);
  }
}
