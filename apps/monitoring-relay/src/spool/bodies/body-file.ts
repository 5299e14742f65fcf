import { randomBytes } from 'node:crypto';
import type { FileHandle } from 'node:fs/promises';
import { mkdir, open, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { syncFolder } from '../disk/sync-folder.ts';
import type { SpilledBody } from '../ports/spool-intake.ts';

const MOST_WAITING_BYTES = 512 * 1024;

interface BodyFileOptions {
  readonly folder: string;
  readonly onWritten: (bytes: number) => void;
}

/**
 * A body that is written to a file while it arrives, one write at a time. `finish` and `failure`
 * report errors, because callers do not wait for each write.
 */
export class BodyFile {
  readonly name = randomBytes(12).toString('hex');
  private readonly path: string;
  private handle: FileHandle | undefined;
  private waiting: Buffer[] = [];
  private waitingBytes = 0;
  private writing: Promise<void> | undefined;
  private fault: unknown;
  private givenBytes = 0;
  private isOver = false;

  constructor(private readonly options: BodyFileOptions) {
    this.path = join(options.folder, this.name);
  }

  get bytes(): number {
    return this.givenBytes;
  }

  get failure(): unknown {
    return this.fault;
  }

  /**
   * Resolves when the caller may write more, and never rejects; undefined when the caller may write
   * at once.
   */
  get behind(): Promise<void> | undefined {
    return this.waitingBytes > MOST_WAITING_BYTES ? this.writing : undefined;
  }

  write(pieces: readonly Buffer[]): void {
    if (this.fault !== undefined) return;
    for (const piece of pieces) {
      this.waiting.push(piece);
      this.waitingBytes += piece.length;
      this.givenBytes += piece.length;
    }
    this.writing ??= this.writeOut();
  }

  async overwrite(offset: number, bytes: Buffer): Promise<void> {
    await this.settled();
    await this.handle?.write(bytes, 0, bytes.length, offset);
  }

  async read(offset: number, bytes: number): Promise<Buffer> {
    await this.settled();
    const read = Buffer.alloc(bytes);
    await this.handle?.read(read, 0, bytes, offset);
    return read;
  }

  /**
   * Resolves once the file and its folder entry survive a power cut. Rejects with the error of any
   * write.
   */
  async finish(): Promise<SpilledBody> {
    await this.settled();
    await this.handle?.sync();
    await this.close();
    await syncFolder(this.options.folder);
    return { name: this.name, bytes: this.givenBytes };
  }

  /**
   * Deletes the file. Never rejects: a file that cannot be deleted now is deleted when the spool is
   * opened again.
   */
  async discard(): Promise<void> {
    this.isOver = true;
    await this.writing;
    await this.close().catch(() => undefined);
    await unlink(this.path).catch(() => undefined);
  }

  private async settled(): Promise<void> {
    await this.writing;
    if (this.fault !== undefined) throw this.fault;
  }

  private async writeOut(): Promise<void> {
    try {
      this.handle ??= await this.create();
      while (this.waiting.length > 0 && !this.isOver) await this.writeSome(this.handle);
    } catch (error) {
      this.fault = error;
    }
    this.writing = undefined;
  }

  private async writeSome(handle: FileHandle): Promise<void> {
    const pieces = this.waiting;
    const bytes = this.waitingBytes;
    this.waiting = [];
    this.waitingBytes = 0;
    await handle.appendFile(pieces.length === 1 ? pieces[0]! : Buffer.concat(pieces));
    this.options.onWritten(bytes);
  }

  private async create(): Promise<FileHandle> {
    const { folder } = this.options;
    await mkdir(folder, { recursive: true });
    // Syncs the parent folder even when `folder` existed, because its creator may have been killed
    // before the sync.
    await syncFolder(join(folder, '..'));
    return open(this.path, 'wx+', 0o600);
  }

  private async close(): Promise<void> {
    const { handle } = this;
    this.handle = undefined;
    await handle?.close();
  }
}
