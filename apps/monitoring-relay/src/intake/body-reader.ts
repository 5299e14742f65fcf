import type { IncomingMessage } from 'node:http';
import { Inject, Injectable } from '@nestjs/common';
import type { BodySieve } from './body-sieve.ts';
import type { DecoderFactory } from './decoding/content-decoder.ts';
import { DecodingThread } from './decoding/decoding-thread.ts';
import { MemoryBudget } from './memory-budget.ts';
import { type ReceivedBody, receiveBody, type Refusal } from './receive-body.ts';
import { StallWatch } from './stall-watch.ts';

export interface ReadingRules {
  readonly decoder: DecoderFactory;
  readonly sieve: BodySieve;
  /** Judges the body by its first line. */
  readonly admit: (start: Buffer) => Refusal | undefined;
}

/** Reads bodies of requests, within what all of them together may hold. */
@Injectable()
export class BodyReader {
  private readonly watch = new StallWatch();

  constructor(
    @Inject(MemoryBudget) private readonly budget: MemoryBudget,
    @Inject(DecodingThread) private readonly thread: DecodingThread,
  ) {}

  /** Resolves with what `use` makes of the whole body, which counts as held until then. */
  async read<Result>(
    request: IncomingMessage,
    rules: ReadingRules,
    use: (body: Buffer) => Promise<Result>,
  ): Promise<Result | Exclude<ReceivedBody, { ok: true }>> {
    const { watch, thread } = this;
    const share = this.budget.open();
    try {
      const received = await receiveBody(request, { ...rules, share, watch, thread });
      return received.ok ? await use(received.body) : received;
    } finally {
      share.giveBack();
    }
  }

  /** To be called every `SWEEP_EVERY_MS`. */
  async dropStalled(): Promise<void> {
    this.watch.sweep();
  }
}
