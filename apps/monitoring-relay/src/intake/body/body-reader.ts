import type { IncomingMessage } from 'node:http';
import { Inject, Injectable } from '@nestjs/common';
import { ErrataError } from '#shared';
import { SpoolCondition } from '../../health/spool-condition.ts';
import { SpoolRoom } from '../../health/spool-room.ts';
import { SpoolBodies } from '../../spool/bodies/spool-bodies.ts';
import type { DecoderFactory } from '../decoding/content-decoder.ts';
import { DecodingThread } from '../decoding/decoding-thread.ts';
import type { Refusal } from '../refusal.ts';
import type { BodyReading, Opened } from './body-reading.ts';
import { KeptBody } from './kept-body.ts';
import { MemoryBudget, type MemoryShare } from '../memory/memory-budget.ts';
import { type ReceivedBody, receiveBody } from './receive-body.ts';
import { StallWatch } from './stall-watch.ts';

/** A body under way: what is kept of it, and what it holds beside that. */
export interface BodyInHand {
  readonly kept: KeptBody;
  readonly share: MemoryShare;
}

export interface ReadingRules<Result> {
  readonly decoder: DecoderFactory;
  /** The public key it is sent with; undefined where it is known from within the body alone. */
  readonly sender: string | undefined;
  /** What the decoded body goes through. */
  readonly begin: (body: BodyInHand) => BodyReading;
  /** Resolves with what becomes of the whole body. Afterwards nothing of it is here. */
  readonly use: (opened: Opened, kept: KeptBody) => Promise<Result>;
}

type NotReceived = Exclude<ReceivedBody, { ok: true }>;

/** Reads bodies of requests, within what all of them together may hold. */
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
    { decoder, sender, begin, use }: ReadingRules<Result>,
  ): Promise<Result | NotReceived> {
    return this.withBody(async (body) => {
      const { watch, thread } = this;
      const reading = begin(body);
      const openDecoder = decoder && (() => decoder({ share: body.share, thread, sender }));
      const received = await receiveBody(request, { openDecoder, reading, watch });
      return received.ok ? this.conclude(reading, body.kept, use) : this.told(received, body.kept);
    });
  }

  /** As `read`, of bytes that are there already. */
  async readWhole<Result>(
    bytes: Buffer,
    { begin, use }: Pick<ReadingRules<Result>, 'begin' | 'use'>,
  ): Promise<Result | NotReceived> {
    return this.withBody(async (body) => {
      const reading = begin(body);
      return reading.push(bytes) ?? (await this.conclude(reading, body.kept, use));
    });
  }

  /** To be called every `SWEEP_EVERY_MS`. */
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

  /** A state of the relay, told by its log and its health: a report of it would have to go into that spool. */
  private async finish(reading: BodyReading): Promise<Opened | Refusal> {
    try {
      return await reading.finish();
    } catch (error) {
      if (!(error instanceof ErrataError && error.code === 'spool.unavailable')) throw error;
      this.condition.noteFailure(error);
      return { ok: false, code: error.code };
    }
  }

  private told(received: NotReceived, kept: KeptBody): NotReceived {
    if (received.code === 'spool.unavailable') this.condition.noteFailure(kept.failure);
    return received;
  }
}
