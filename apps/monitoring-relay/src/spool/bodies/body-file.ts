import { randomBytes } from 'node:crypto';
import type { FileHandle } from 'node:fs/promises';
import { mkdir, open, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { syncFolder } from '../disk/sync-folder.ts';
import type { SpilledBody } from '../ports/spool-intake.ts';

/** Held back from the file while it is being written to; beyond it who writes is to wait. */
const MOST_WAITING_BYTES = 512 * 1024;

interface BodyFileOptions {
  readonly folder: string;
  /** Called with how many bytes have left memory. */
  readonly onWritten: (bytes: number) => void;
}

/**
 * A body that is written to a file while it arrives, in order, one write at a time. What goes wrong is kept until
 * it is asked for: nobody waits for each write.
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

  /** Of all that it was given. */
  get bytes(): number {
    return this.givenBytes;
  }

  /** What a write ended in; undefined as long as all of them worked. */
  get failure(): unknown {
    return this.fault;
  }

  /** Resolves, never rejects, when more may be written; undefined when it may at once. */
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

  /** Puts bytes over some that were written before. */
  async overwrite(offset: number, bytes: Buffer): Promise<void> {
    await this.settled();
    await this.handle?.write(bytes, 0, bytes.length, offset);
  }

  /** Some of what was written before. */
  async read(offset: number, bytes: number): Promise<Buffer> {
    await this.settled();
    const read = Buffer.alloc(bytes);
    await this.handle?.read(read, 0, bytes, offset);
    return read;
  }

  /** Resolves once it is on disk, and found there after a power cut. Rejects with what any write ended in. */
  async finish(): Promise<SpilledBody> {
    await this.settled();
    await this.handle?.sync();
    await this.close();
    await syncFolder(this.options.folder);
    return { name: this.name, bytes: this.givenBytes };
  }

  /** Nothing of it stays. Never rejects: what cannot be removed now is when the spool is opened again. */
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
    // Also when it was there: who made it may not have come so far, or been killed before.
    await syncFolder(join(folder, '..'));
    return open(this.path, 'wx+', 0o600);
  }

  private async close(): Promise<void> {
    const { handle } = this;
    this.handle = undefined;
    await handle?.close();
  }
}
