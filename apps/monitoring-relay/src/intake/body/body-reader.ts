import type { IncomingMessage } from 'node:http';
import { Inject, Injectable } from '@nestjs/common';
import { ErrataError } from '#shared';
import { SpoolCondition } from '../../health/spool-condition.ts';
import { SpoolRoom } from '../../spool/room/spool-room.ts';
import { SpoolBodies } from '../../spool/bodies/spool-bodies.ts';
import type { DecoderFactory } from '../decoding/content-decoder.ts';
import { DecodingThread } from '../decoding/decoding-thread.ts';
import type { Refusal } from '../refusal.ts';
import type { BodyReading, Opened } from './body-reading.ts';
import { KeptBody } from './kept-body.ts';
import { MemoryBudget, type MemoryShare } from '../memory/memory-budget.ts';
import { type BodyRules, type ReceivedBody, receiveBody } from './receive-body.ts';
import { StallWatch } from './stall-watch.ts';

export interface BodyInHand {
  readonly kept: KeptBody;
  readonly share: MemoryShare;
}

export interface ReadingRules<Result> {
  readonly decoder: DecoderFactory;
  /** The public key, or undefined when only the body names it. */
  readonly sender: string | undefined;
  readonly noteInflated?: BodyRules['noteInflated'];
  readonly begin: (body: BodyInHand) => BodyReading;
  /**
   * Called when the body has arrived completely. The body's memory and file are discarded as soon
   * as the returned promise settles.
   */
  readonly use: (opened: Opened, kept: KeptBody) => Promise<Result>;
}

type NotReceived = Exclude<ReceivedBody, { ok: true }>;

@Injectable()
export class BodyReader {
  private readonly watch = new StallWatch();

  constructor(
    @Inject(MemoryBudget) private readonly budget: MemoryBudget,
    @Inject(DecodingThread) private readonly thread: DecodingThread,
    @Inject(SpoolBodies) private readonly files: SpoolBodies,
    @Inject(SpoolRoom) private readonly room: SpoolRoom,
    @Inject(SpoolCondition) private readonly condition: SpoolCondition,
  ) {}

  async read<Result>(
    request: IncomingMessage,
    { decoder, sender, noteInflated, begin, use }: ReadingRules<Result>,
  ): Promise<Result | NotReceived> {
    return this.withBody(async (body) => {
      const { watch, thread } = this;
      const reading = begin(body);
      const openDecoder = decoder && (() => decoder({ share: body.share, thread, sender }));
      const rules = { openDecoder, reading, watch, noteInflated };
      const received = await receiveBody(request, rules);
      return received.ok
        ? this.conclude(reading, body.kept, use)
        : this.noteSpoolFailure(received, body.kept);
    });
  }

  async readWhole<Result>(
    bytes: Buffer,
    { begin, use }: Pick<ReadingRules<Result>, 'begin' | 'use'>,
  ): Promise<Result | NotReceived> {
    return this.withBody(async (body) => {
      const reading = begin(body);
      return reading.push(bytes) ?? (await this.conclude(reading, body.kept, use));
    });
  }

  /** Refuses requests whose bodies have stopped arriving. Call this every `SWEEP_EVERY_MS`. */
  async dropStalled(): Promise<void> {
    this.watch.sweep();
  }

  private async withBody<Result>(run: (body: BodyInHand) => Promise<Result>): Promise<Result> {
    const { files, room } = this;
    const share = this.budget.open();
    const kept = new KeptBody({ share, files, room });
    try {
      return await run({ kept, share });
    } finally {
      await kept.discard();
      share.giveBack();
    }
  }

  private async conclude<Result>(
    reading: BodyReading,
    kept: KeptBody,
    use: ReadingRules<Result>['use'],
  ): Promise<Result | Refusal> {
    const opened = await this.finish(reading);
    return opened.ok ? use(opened, kept) : opened;
  }

  /**
   * Turns a failing spool into a refusal. A thrown error would be reported to Errata itself, and
   * that report would need the same spool.
   */
  private async finish(reading: BodyReading): Promise<Opened | Refusal> {
    try {
      return await reading.finish();
    } catch (error) {
      if (!(error instanceof ErrataError && error.code === 'spool.unavailable')) throw error;
      this.condition.noteFailure(error);
      return { ok: false, code: error.code };
    }
  }

  private noteSpoolFailure(received: NotReceived, kept: KeptBody): NotReceived {
    if (received.code === 'spool.unavailable') this.condition.noteFailure(kept.failure);
    return received;
  }
}
