import { Readable } from 'node:stream';
import { Inject, Injectable } from '@nestjs/common';
import { AttachmentStore, FeedbackStore } from '#product/recording/attachments';
import type { Attachment } from '#product/recording/attachments';
import { formatBytes, type NormalisedEvent, reportLimits, to } from '#shared';
import { RendererConfig } from '../../../../config/renderer-config.ts';
import type { Companions, FilePreview } from './companions.dto.ts';
import {
  findImageType,
  guessPreview,
  IMAGE_BYTES,
  readText,
  TEXT_BESIDE_BYTES,
  TEXT_BYTES,
} from './read-preview.ts';

/** A file on its way to a reader. */
export interface Download {
  readonly name: string;
  readonly bytes: number;
  /** Fails where there is less than `bytes`: it was deleted meanwhile. */
  readonly content: Readable;
}

/** A file on its way to a page that shows it. */
export interface OpenPreview extends Download {
  readonly type: string;
}

/** Files that a page reads for the text in them. */
const TEXTS_READ = 5;
/** Others are behind a link. */
const IMAGES_SHOWN = 3;

const ATTACHMENTS_SHOWN = reportLimits.attachmentsPerEvent;

/** What comes with events, or about them. */
@Injectable()
export class CompanionsService {
  constructor(
    @Inject(AttachmentStore)
    private readonly attachments: Pick<AttachmentStore, 'list' | 'find' | 'read'>,
    @Inject(FeedbackStore) private readonly feedback: Pick<FeedbackStore, 'list'>,
    @Inject(RendererConfig) private readonly config: Pick<RendererConfig, 'basePath'>,
  ) {}

  /** Previews come with the files where `issueId` is given. */
  async list(
    { projectId, eventId }: Pick<NormalisedEvent, 'projectId' | 'eventId'>,
    previewedAt?: number,
  ): Promise<Companions> {
    const [attachments, feedback] = await Promise.all([
      this.attachments.list(projectId, eventId, ATTACHMENTS_SHOWN + 1),
      this.feedback.list(projectId, eventId),
    ]);
    const previews = new PreviewBudget();
    const items = [];
    for (const file of withoutRepeats(attachments.slice(0, ATTACHMENTS_SHOWN))) {
      const { id, name, contentType, bytes } = file;
      const preview =
        previewedAt === undefined ? undefined : await this.preview(previewedAt, file, previews);
      const size = formatBytes(bytes);
      items.push({ id, name, contentType, size, ...(preview && { preview }) });
    }
    return {
      ...(items.length > 0 ? { attachments: items } : {}),
      ...(attachments.length > ATTACHMENTS_SHOWN ? { hasMoreAttachments: true } : {}),
      ...(feedback.length > 0 ? { feedback } : {}),
    };
  }

  /** Previews a file; undefined where the page shows nothing of it. */
  private async preview(
    issueId: number,
    file: Attachment,
    budget: PreviewBudget,
  ): Promise<FilePreview | undefined> {
    const { id, bytes } = file;
    const kind = guessPreview(file);
    if (kind === 'image') {
      const address = to('/issues/:id/attachments/:attachment/preview', {
        id: issueId,
        attachment: id,
      });
      if (bytes > IMAGE_BYTES) return undefined;
      // Browsers without scripts load what they are told to load later at once.
      if (!budget.takesImage()) return { kind: 'link' };
      return { kind, src: this.config.basePath + address };
    }
    if (kind === undefined || bytes === 0 || !budget.takesText()) return undefined;
    const text = readText(await this.readStart(id), TEXT_BESIDE_BYTES);
    if (text === undefined) return undefined;
    return bytes > TEXT_BESIDE_BYTES ? { kind: 'link' } : { kind, text };
  }

  private async readStart(attachmentId: number): Promise<Buffer> {
    for await (const chunk of this.attachments.read(attachmentId)) return chunk;
    return Buffer.alloc(0);
  }

  /** A picture, or the beginning of a text, by what its bytes are. Undefined where it is neither, or is not there. */
  async openPreview(issueId: number, attachmentId: number): Promise<OpenPreview | undefined> {
    const found = await this.attachments.find(issueId, attachmentId);
    if (!found) return undefined;
    const { name, bytes } = found;
    const start = await this.readStart(attachmentId);
    const type = findImageType(start);
    if (type !== undefined && bytes <= IMAGE_BYTES) {
      return { name, bytes, type, content: Readable.from(this.readAll(attachmentId, bytes)) };
    }
    const text = type === undefined ? readText(start, TEXT_BYTES) : undefined;
    if (text === undefined) return undefined;
    const body = Buffer.from(bytes > TEXT_BYTES ? `${text}…` : text);
    const content = Readable.from([body], { objectMode: false });
    return { name, bytes: body.length, type: 'text/plain; charset=utf-8', content };
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

class PreviewBudget {
  private texts = TEXTS_READ;
  private images = IMAGES_SHOWN;

  takesText(): boolean {
    this.texts -= 1;
    return this.texts >= 0;
  }

  takesImage(): boolean {
    this.images -= 1;
    return this.images >= 0;
  }
}

/** Files of one event with one name and size are one file: an SDK sent it again. */
function withoutRepeats(files: readonly Attachment[]): readonly Attachment[] {
  const first = new Map<string, Attachment>();
  for (const file of files) {
    const key = JSON.stringify([file.name, file.bytes, file.contentType]);
    if (!first.has(key)) first.set(key, file);
  }
  return [...first.values()];
}
