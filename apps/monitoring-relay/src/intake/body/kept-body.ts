import { ErrataError, reportLimits } from '#shared';
import { GatheredBytes } from '../../envelope/gathered-bytes.ts';
import type { SpoolRoom } from '../../spool/room/spool-room.ts';
import type { BodyFile } from '../../spool/bodies/body-file.ts';
import type { SpilledBody } from '../../spool/ports/spool-intake.ts';
import type { SpoolBodies } from '../../spool/bodies/spool-bodies.ts';
import type { MemoryShare } from '../memory/memory-budget.ts';
import type { Refusal } from '../refusal.ts';

export type FinishedBody =
  | { readonly body: Buffer; readonly spilled?: undefined }
  | { readonly body: Buffer; readonly spilled: SpilledBody };

export interface KeptBodyOptions {
  readonly share: MemoryShare;
  readonly files: Pick<SpoolBodies, 'begin' | 'discard'>;
  readonly room: Pick<SpoolRoom, 'findLack'>;
}

const NOTHING = Buffer.alloc(0);

export class KeptBody {
  private readonly pieces = new GatheredBytes();
  private keptBytes = 0;
  private file: BodyFile | undefined;
  private isOver = false;
  private readonly patches: { readonly offset: number; readonly bytes: Buffer }[] = [];

  constructor(private readonly options: KeptBodyOptions) {}

  get bytes(): number {
    return this.keptBytes;
  }

  /** Set while the disk cannot keep up. Resolves when more bytes may be kept, and never rejects. */
  get behind(): Promise<void> | undefined {
    return this.file?.behind;
  }

  get failure(): unknown {
    return this.file?.failure;
  }

  keep(pieces: readonly Buffer[], ofBytes: number): Refusal | undefined {
    // When the sender has gone, the body is discarded, but some pieces may still arrive.
    if (this.isOver) return undefined;
    for (const piece of pieces) {
      if (!this.options.share.take(piece.length)) return { ok: false, code: 'relay.busy' };
      // A view keeps its whole chunk in memory, so small views are copied.
      this.pieces.add(piece.length < ofBytes / 2 ? Buffer.from(piece) : piece);
      this.keptBytes += piece.length;
    }
    return this.keptBytes > reportLimits.inlineBytes ? this.spill() : undefined;
  }

  /** Overwrites kept bytes at `offset` when the body is finished. */
  patch(offset: number, bytes: Buffer): void {
    this.patches.push({ offset, bytes });
  }

  /** Rejects with `spool.unavailable` when the body is in a file that cannot be read. */
  async read(offset: number, bytes: number): Promise<Buffer> {
    const { file } = this;
    if (!file) return this.pieces.join().subarray(offset, offset + bytes);
    return orUnavailable(() => file.read(offset, bytes));
  }

  /** Rejects with `spool.unavailable` when the body is in a file that cannot be written. */
  async finish(): Promise<FinishedBody> {
    const { file, patches } = this;
    if (!file) {
      const body = this.pieces.join();
      for (const { offset, bytes } of patches) bytes.copy(body, offset);
      return { body };
    }
    return orUnavailable(async () => {
      for (const { offset, bytes } of patches) await file.overwrite(offset, bytes);
      return { body: NOTHING, spilled: await file.finish() };
    });
  }

  /** Deletes the kept bytes, except a file that the spool has taken over. Never rejects. */
  async discard(): Promise<void> {
    this.isOver = true;
    this.pieces.take();
    if (this.file) await this.options.files.discard(this.file);
  }

  private spill(): Refusal | undefined {
    const { files, room, share } = this.options;
    if (room.findLack() !== undefined) return { ok: false, code: 'spool.full' };
    this.file ??= files.begin((bytes) => share.giveBack(bytes));
    if (this.file.failure !== undefined) return { ok: false, code: 'spool.unavailable' };
    this.file.write(this.pieces.take());
    return undefined;
  }
}

async function orUnavailable<Result>(step: () => Promise<Result>): Promise<Result> {
  try {
    return await step();
  } catch (cause) {
    throw new ErrataError('spool.unavailable', { cause });
  }
}
