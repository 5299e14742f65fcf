import { Readable } from 'node:stream';
import { Inject, Injectable } from '@nestjs/common';
import { AttachmentStore } from '#product/recording/attachments';
import type { Attachment } from '#product/recording/attachments';
import { formatBytes } from '#shared';
import type { Address } from '#shared';
import { RendererConfig } from '../../../config/renderer-config.ts';
import type { FilePreview, ListedFile } from '../../../ui/files/listed-file.ts';
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

/** Bounds what one page shows of files. Pictures beyond `images` are behind a link. */
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

/** How a page previews files: where each is shown, and how much of all. */
export interface PreviewPlace {
  readonly toPreview: (attachmentId: number) => Address;
  readonly budget: PreviewBudget;
}

/** Files that came with events and with feedback, as pages list and browsers get them. Whether somebody may is for the caller to know. */
@Injectable()
export class AttachmentFiles {
  constructor(
    @Inject(AttachmentStore) private readonly attachments: Pick<AttachmentStore, 'read'>,
    @Inject(RendererConfig) private readonly config: Pick<RendererConfig, 'basePath'>,
  ) {}

  /** Lists each file once, with previews where `place` is given. */
  async list(files: readonly Attachment[], place?: PreviewPlace): Promise<ListedFile[]> {
    const items = [];
    for (const file of withoutRepeats(files)) {
      const { id, name, contentType, bytes } = file;
      const preview = place && (await this.preview(file, place));
      const size = formatBytes(bytes);
      items.push({ id, name, contentType, size, ...(preview && { preview }) });
    }
    return items;
  }

  open({ id, name, bytes }: Attachment): Download {
    return { name, bytes, content: Readable.from(this.readAll(id, bytes)) };
  }

  /** A picture, or the beginning of a text, by what its bytes are. Undefined where it is neither. */
  async openPreview({ id, name, bytes }: Attachment): Promise<OpenPreview | undefined> {
    const start = await this.readStart(id);
    const type = findImageType(start);
    if (type !== undefined && bytes <= IMAGE_BYTES) {
      return { name, bytes, type, content: Readable.from(this.readAll(id, bytes)) };
    }
    const text = type === undefined ? readText(start, TEXT_BYTES) : undefined;
    if (text === undefined) return undefined;
    const body = Buffer.from(bytes > TEXT_BYTES ? `${text}…` : text);
    const content = Readable.from([body], { objectMode: false });
    return { name, bytes: body.length, type: 'text/plain; charset=utf-8', content };
  }

  /** Previews a file; undefined where the page shows nothing of it. */
  private async preview(
    file: Attachment,
    { toPreview, budget }: PreviewPlace,
  ): Promise<FilePreview | undefined> {
    const { id, bytes } = file;
    const kind = guessPreview(file);
    if (kind === 'image') {
      if (bytes > IMAGE_BYTES) return undefined;
      // Browsers without scripts load what they are told to load later at once.
      if (!budget.takesImage()) return { kind: 'link' };
      return { kind, src: this.config.basePath + toPreview(id) };
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

/** Files of one owner with one name and size are one file: an SDK sent it again. */
function withoutRepeats(files: readonly Attachment[]): readonly Attachment[] {
  const first = new Map<string, Attachment>();
  for (const file of files) {
    const key = JSON.stringify([file.name, file.bytes, file.contentType]);
    if (!first.has(key)) first.set(key, file);
  }
  return [...first.values()];
}
