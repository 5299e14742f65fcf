import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { toUploadedFile } from './uploaded-file.ts';
import type { UploadedFile } from './uploaded-file.ts';

type FileHead = Pick<UploadedFile, 'name' | 'type'>;

/** The files of one form, in a folder of their own that only this process may read. */
export class Uploads {
  private readonly controller = new AbortController();
  private readonly writing: Promise<readonly [field: string, file: UploadedFile]>[] = [];
  private folder: Promise<string> | undefined;

  /** `parent`: where that folder is made. */
  constructor(private readonly parent: string) {}

  /** Writes a file while it arrives. Rejects when it cannot be written. */
  async add(field: string, stream: Readable, head: FileHead): Promise<void> {
    this.folder ??= mkdtemp(join(this.parent, 'errata-upload-'));
    const { signal } = this.controller;
    const index = this.writing.length;
    const writing = write(this.folder, stream, { ...head, index, signal }).then(
      (file) => [field, file] as const,
    );
    this.writing.push(writing);
    await writing;
  }

  /** All files by their fields, written. Rejects when one could not be. */
  finish(): Promise<(readonly [field: string, file: UploadedFile])[]> {
    return Promise.all(this.writing);
  }

  /** Ends what is still being written, and removes everything. Never rejects. */
  async discard(): Promise<void> {
    this.controller.abort();
    await Promise.allSettled(this.writing);
    const folder = await this.folder?.catch(() => undefined);
    if (folder) await rm(folder, { recursive: true, force: true }).catch(() => undefined);
  }
}

async function write(
  folder: Promise<string>,
  stream: Readable,
  { index, signal, ...head }: FileHead & { readonly index: number; readonly signal: AbortSignal },
): Promise<UploadedFile> {
  // The stream waits to be read while its folder is made.
  const path = join(await folder, String(index));
  signal.throwIfAborted();
  const file = createWriteStream(path, { mode: 0o600 });
  await pipeline(stream, file, { signal });
  return toUploadedFile({ ...head, bytes: file.bytesWritten, path });
}
