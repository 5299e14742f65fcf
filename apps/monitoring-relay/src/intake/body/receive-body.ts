import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { ErrataError, reportLimits } from '#shared';
import type { Refusal } from '../refusal.ts';
import type { BodyReading } from './body-reading.ts';
import type { Arriving, StallWatch, Watched } from './stall-watch.ts';

export type ReceivedBody =
  | { readonly ok: true }
  | Refusal
  /**
   * The sender closed the connection before the body was complete, so there is no one to answer.
   */
  | { readonly ok: false; readonly code: 'gone' }
  | { readonly ok: false; readonly code: 'stalled' };

export interface BodyRules {
  readonly openDecoder: (() => Duplex) | null;
  readonly reading: BodyReading;
  readonly watch: StallWatch;
  /** Called once, when the body has arrived or is refused. */
  readonly noteInflated?: (bytes: number) => void;
}

/**
 * Decodes a request body and passes it to `reading`. Limits the received bytes and the decoded
 * bytes while the body arrives. After a refusal the request is paused, and the rest of its body
 * stays unread. Rejects with any error that `reading` throws.
 */
export function receiveBody(request: IncomingMessage, rules: BodyRules): Promise<ReceivedBody> {
  return new Promise((resolve, reject) => {
    new BodyReceiver(request, rules, { resolve, reject }).start();
  });
}

class BodyReceiver implements Arriving {
  wireBytes = 0;
  private decodedBytes = 0;
  private isDone = false;
  private isWhole = false;
  private decoder: Duplex | undefined;
  private watched: Watched | undefined;

  constructor(
    private readonly request: IncomingMessage,
    private readonly rules: BodyRules,
    private readonly outcome: {
      readonly resolve: (received: ReceivedBody) => void;
      readonly reject: (error: unknown) => void;
    },
  ) {}

  start(): void {
    this.watch();
    this.request
      .on('data', this.onWireChunk)
      .on('end', this.onWireEnd)
      .on('error', this.onGone)
      .on('close', this.onGone);
  }

  stall(): void {
    this.settle({ ok: false, code: 'stalled' });
  }

  private readonly onWireChunk = (chunk: Buffer): void => {
    this.wireBytes += chunk.length;
    if (this.wireBytes > reportLimits.wireBytes) return this.refuse({ code: 'report.too_large' });
    const { openDecoder } = this.rules;
    if (!openDecoder) return this.onDecodedChunk(chunk);
    this.decoder ??= this.listenTo(openDecoder());
    if (!this.decoder.write(chunk)) this.request.pause();
  };

  private readonly onWireEnd = (): void => {
    this.request.off('close', this.onGone).off('error', this.onGone);
    this.unwatch();
    this.isWhole = true;
    if (this.decoder) this.decoder.end();
    else this.finish();
  };

  private readonly onGone = (): void => this.settle({ ok: false, code: 'gone' });

  private readonly onDecodedChunk = (chunk: Buffer): void => {
    if (this.isDone) return;
    this.decodedBytes += chunk.length;
    if (this.decodedBytes > reportLimits.decodedBytes) {
      return this.refuse({ code: 'report.too_large' });
    }
    if (this.isInflated) {
      const detail = `It inflates to more than ${reportLimits.inflation} times its size.`;
      return this.refuse({ code: 'report.too_large', detail });
    }
    this.passOn(chunk);
  };

  /**
   * Limits the ratio of decoded bytes to received bytes, so that a small request cannot expand into
   * a huge body.
   */
  private get isInflated(): boolean {
    const { inflationFreeBytes, inflation } = reportLimits;
    return this.decodedBytes > inflationFreeBytes && this.decodedBytes > inflation * this.wireBytes;
  }

  private passOn(chunk: Buffer): void {
    try {
      const refusal = this.rules.reading.push(chunk);
      if (refusal) return this.settle(refusal);
    } catch (error) {
      // An error thrown from an event listener would end the process.
      if (this.end()) this.dropBody();
      this.outcome.reject(error);
      return;
    }
    const { behind } = this.rules.reading;
    if (behind) this.waitFor(behind);
  }

  /** While the reading waits for a slow disk, the sender is not watched for stalling. */
  private waitFor(ready: Promise<void>): void {
    const source = this.decoder ?? this.request;
    source.pause();
    this.unwatch();
    void ready.then(() => {
      if (this.isDone) return;
      if (!this.isWhole) this.watch();
      source.resume();
    });
  }

  private listenTo(decoder: Duplex): Duplex {
    return decoder
      .on('data', this.onDecodedChunk)
      .on('end', () => this.finish())
      .on('drain', () => this.request.resume())
      .on('error', (error) => {
        if (error instanceof ErrataError) this.refuse({ code: error.code });
        else this.refuseAsUndecodable(error);
      });
  }

  private refuseAsUndecodable({ message }: Error): void {
    const detail = `The body cannot be decoded: ${message}`;
    this.refuse({ code: 'envelope.malformed', detail });
  }

  private finish(): void {
    this.settle({ ok: true });
  }

  private refuse(refusal: Omit<Refusal, 'ok'>): void {
    this.settle({ ok: false, ...refusal });
  }

  private settle(received: ReceivedBody): void {
    if (!this.end()) return;
    if (!received.ok) this.dropBody();
    this.outcome.resolve(received);
  }

  private end(): boolean {
    if (this.isDone) return false;
    this.isDone = true;
    this.unwatch();
    this.rules.noteInflated?.(this.decodedBytes - this.wireBytes);
    this.request
      .off('data', this.onWireChunk)
      .off('end', this.onWireEnd)
      .off('error', this.onGone)
      .off('close', this.onGone);
    return true;
  }

  private watch(): void {
    this.watched = this.rules.watch.add(this);
  }

  private unwatch(): void {
    if (this.watched) this.rules.watch.remove(this.watched);
  }

  private dropBody(): void {
    this.request.pause();
    this.decoder
      ?.removeAllListeners()
      .on('error', () => undefined)
      .destroy();
  }
}
