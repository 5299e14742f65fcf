import { Readable } from 'node:stream';
import { Inject, Injectable } from '@nestjs/common';
import { AttachmentStore } from '#product/recording/attachments';
import type { Attachment } from '#product/recording/attachments';
import { formatBytes } from '#shared';
import type { Address } from '#shared';
import { RendererConfig } from '../../../config/renderer-config.ts';
import type { FilePreview, ListedFile } from '../../../ui/files/listed-file.ts';
import { blankMetadata, readLongerSide } from './picture-bytes.ts';
import {
  findImageType,
  guessPreview,
  IMAGE_BESIDE_BYTES,
  IMAGE_BESIDE_PIXELS,
  IMAGE_BYTES,
  readText,
  TEXT_BESIDE_BYTES,
  TEXT_BYTES,
} from './read-preview.ts';

export interface Download {
  readonly name: string;
  readonly bytes: number;
  /** The stream fails when the file is deleted before all `bytes` are read. */
  readonly content: Readable;
}

export interface OpenPreview extends Download {
  readonly type: string;
}

const TEXTS_READ = 5;

/**
 * Limits the previews on one page to `TEXTS_READ` texts and `images` images. Further images become
 * links.
 */
export class PreviewBudget {
  private texts = TEXTS_READ;

  constructor(private images = 3) {}

  takesText(): boolean {
    this.texts -= 1;
    return this.texts >= 0;
  }

  takesImage(): boolean {
    this.images -= 1;
    return this.images >= 0;
  }
}

export interface PreviewPlace {
  readonly toPreview: (attachmentId: number) => Address;
  readonly budget: PreviewBudget;
}

/** Does not check permissions; callers do. */
@Injectable()
export class AttachmentFiles {
  constructor(
    @Inject(AttachmentStore) private readonly attachments: Pick<AttachmentStore, 'read'>,
    @Inject(RendererConfig) private readonly config: Pick<RendererConfig, 'basePath'>,
  ) {}

  async list(files: readonly Attachment[], place?: PreviewPlace): Promise<ListedFile[]> {
    const items = [];
    for (const file of withoutRepeats(files)) {
      const { id, name, contentType, bytes } = file;
      const preview = place && (await this.preview(file, place));
      const size = formatBytes(bytes);
      items.push({ id, name, contentType, size, preview });
    }
    return items;
  }

  open({ id, name, bytes }: Attachment): Download {
    return { name, bytes, content: Readable.from(this.readAll(id, bytes)) };
  }

  /**
   * Opens an image or the beginning of a text. Recognises images and texts by their bytes, not by
   * their names. Resolves with undefined for any other file.
   */
  async openPreview({ id, name, bytes }: Attachment): Promise<OpenPreview | undefined> {
    const start = await this.readStart(id);
    const type = findImageType(start);
    if (type !== undefined && bytes <= IMAGE_BYTES) {
      const content = Readable.from(blankMetadata(type, this.readAll(id, bytes)));
      return { name, bytes, type, content };
    }
    const text = type === undefined ? readText(start, TEXT_BYTES) : undefined;
    if (text === undefined) return undefined;
    const body = Buffer.from(bytes > TEXT_BYTES ? `${text}…` : text);
    const content = Readable.from([body], { objectMode: false });
    return { name, bytes: body.length, type: 'text/plain; charset=utf-8', content };
  }

  private async preview(
    file: Attachment,
    { toPreview, budget }: PreviewPlace,
  ): Promise<FilePreview | undefined> {
    const { id, bytes } = file;
    const kind = guessPreview(file);
    if (kind === 'image') {
      if (bytes > IMAGE_BYTES) return undefined;
      // Browsers ignore `loading="lazy"` when scripts are off, so further images are behind a link.
      if (!(await this.isSmall(file)) || !budget.takesImage()) return { kind: 'link' };
      return { kind, src: this.config.basePath + toPreview(id) };
    }
    if (kind === undefined || bytes === 0 || !budget.takesText()) return undefined;
    const text = readText(await this.readStart(id), TEXT_BESIDE_BYTES);
    if (text === undefined) return undefined;
    return bytes > TEXT_BESIDE_BYTES ? { kind: 'link' } : { kind, text };
  }

  /** Returns false for an image that could cost much memory to show. */
  private async isSmall({ id, bytes }: Attachment): Promise<boolean> {
    if (bytes > IMAGE_BESIDE_BYTES) return false;
    const start = await this.readStart(id);
    const type = findImageType(start);
    return type === undefined || readLongerSide(type, start) <= IMAGE_BESIDE_PIXELS;
  }

  private async readStart(attachmentId: number): Promise<Buffer> {
    for await (const chunk of this.attachments.read(attachmentId)) return chunk;
    return Buffer.alloc(0);
  }

  private async *readAll(attachmentId: number, bytes: number): AsyncGenerator<Buffer> {
    let read = 0;
    for await (const chunk of this.attachments.read(attachmentId)) {
      read += chunk.length;
      yield chunk;
    }
    if (read < bytes) throw new Error(`Attachment ${attachmentId} was deleted while it was read.`);
  }
}

/** SDKs may send a file twice, with the same name, type and size. */
function withoutRepeats(files: readonly Attachment[]): readonly Attachment[] {
  const first = new Map<string, Attachment>();
  for (const file of files) {
    const key = JSON.stringify([file.name, file.bytes, file.contentType]);
    if (!first.has(key)) first.set(key, file);
  }
  return [...first.values()];
}
