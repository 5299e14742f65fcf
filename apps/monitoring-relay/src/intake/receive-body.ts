import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { ErrataError, type ErrorCode, reportLimits } from '#shared';
import type { RateLimited } from './admission/rate-limiter.ts';
import type { BodySieve, Sifted } from './body-sieve.ts';
import { type DecoderFactory, hasLeftBytes } from './decoding/content-decoder.ts';
import type { DecodingThread } from './decoding/decoding-thread.ts';
import type { MemoryShare } from './memory-budget.ts';
import type { Arriving, StallWatch } from './stall-watch.ts';

export interface Refusal {
  readonly ok: false;
  readonly code: ErrorCode;
  readonly detail?: string;
  /** With `report.rate_limited`. */
  readonly limited?: RateLimited;
}

export type ReceivedBody =
  | { readonly ok: true; readonly body: Buffer }
  | Refusal
  /** The sender went away before the end: there is nobody to answer. */
  | { readonly ok: false; readonly code: 'gone' }
  /** The sender is there and sends nothing more. */
  | { readonly ok: false; readonly code: 'stalled' };

export interface BodyRules {
  readonly decoder: DecoderFactory;
  readonly sieve: BodySieve;
  readonly thread: DecodingThread;
  readonly share: MemoryShare;
  readonly watch: StallWatch;
  /** Judges the body by its first line, as soon as that is there (or the body ends before a newline). */
  readonly admit: (start: Buffer) => Refusal | undefined;
}

const LINE_FEED = 0x0a;

/**
 * Reads a request's body, without what its sieve holds back, with every limit applied while it
 * arrives. The bytes are taken from the
 * request's share, which the caller gives back in every case. After a refusal the request is paused, unread.
 * Rejects with what `admit` throws.
 */
export function receiveBody(request: IncomingMessage, rules: BodyRules): Promise<ReceivedBody> {
  return new Promise((resolve, reject) => {
    new BodyReceiver(request, rules, { resolve, reject }).start();
  });
}

class BodyReceiver implements Arriving {
  private readonly chunks: Buffer[] = [];
  wireBytes = 0;
  private decodedBytes = 0;
  private keptBytes = 0;
  private isAdmitted = false;
  private isDone = false;
  private decoder: Duplex | undefined;

  constructor(
    private readonly request: IncomingMessage,
    private readonly rules: BodyRules,
    private readonly outcome: {
      readonly resolve: (received: ReceivedBody) => void;
      readonly reject: (error: unknown) => void;
    },
  ) {}

  start(): void {
    this.rules.watch.add(this);
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
    if (!this.rules.decoder) return this.onDecodedChunk(chunk);
    this.decoder ??= this.openDecoder(this.rules.decoder, chunk[0] ?? 0);
    if (!this.decoder.write(chunk)) this.request.pause();
  };

  private readonly onWireEnd = (): void => {
    // From here on a closed connection takes nothing away: the whole body is here.
    this.request.off('close', this.onGone).off('error', this.onGone);
    this.rules.watch.remove(this);
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
    this.keepSifted(this.rules.sieve.push(chunk), chunk.length);
  };

  private keepSifted({ passed, refusal }: Sifted, ofBytes: number): void {
    for (const piece of passed) {
      // A view keeps all the bytes it is a view into: of many, a few are copied.
      if (!this.isDone) this.keep(piece.length < ofBytes / 2 ? Buffer.from(piece) : piece);
    }
    if (refusal) this.refuse(refusal);
  }

  private keep(piece: Buffer): void {
    if (this.keptBytes + piece.length > reportLimits.decodedBytesWithoutAttachments) {
      return this.refuse({ code: 'report.too_large' });
    }
    if (!this.rules.share.take(piece.length)) return this.refuse({ code: 'relay.busy' });
    this.chunks.push(piece);
    this.keptBytes += piece.length;
    if (!this.isAdmitted) this.considerStart(piece.includes(LINE_FEED));
  }

  private openDecoder(open: NonNullable<DecoderFactory>, firstByte: number): Duplex {
    const { share, thread } = this.rules;
    const decoder = open({ firstByte, share, thread });
    return decoder
      .on('data', this.onDecodedChunk)
      .on('end', () => {
        if (hasLeftBytes(decoder, this.wireBytes)) this.refuseAsUndecodable();
        else this.finish();
      })
      .on('drain', () => this.request.resume())
      .on('error', (error) => {
        if (error instanceof ErrataError) this.refuse({ code: error.code });
        else this.refuseAsUndecodable();
      });
  }

  private refuseAsUndecodable(): void {
    this.refuse({ code: 'envelope.malformed', detail: 'The body cannot be decoded.' });
  }

  /** A first line that goes on for ever is judged, and refused, once it is over its limit. */
  private considerStart(hasNewline: boolean): void {
    if (!hasNewline && this.keptBytes <= reportLimits.headerLineBytes) return;
    this.judgeStart();
  }

  private judgeStart(): void {
    this.isAdmitted = true;
    try {
      const refusal = this.rules.admit(this.join());
      if (refusal) this.refuse(refusal);
    } catch (error) {
      // Thrown on from a listener it would end the process.
      if (this.end()) this.dropBody();
      this.outcome.reject(error);
    }
  }

  private finish(): void {
    if (this.isDone) return;
    this.keepSifted(this.rules.sieve.finish(), this.keptBytes);
    if (!this.isDone && !this.isAdmitted) this.judgeStart();
    this.settle({ ok: true, body: this.join() });
  }

  private join(): Buffer {
    return this.chunks.length === 1 ? this.chunks[0]! : Buffer.concat(this.chunks);
  }

  private refuse(refusal: Omit<Refusal, 'ok'>): void {
    this.settle({ ok: false, ...refusal });
  }

  private settle(received: ReceivedBody): void {
    if (!this.end()) return;
    if (!received.ok) this.dropBody();
    this.outcome.resolve(received);
  }

  /** Stops listening. False when it was ended before. */
  private end(): boolean {
    if (this.isDone) return false;
    this.isDone = true;
    this.rules.watch.remove(this);
    this.request
      .off('data', this.onWireChunk)
      .off('end', this.onWireEnd)
      .off('error', this.onGone)
      .off('close', this.onGone);
    return true;
  }

  private dropBody(): void {
    this.request.pause();
    this.decoder
      ?.removeAllListeners()
      .on('error', () => undefined)
      .destroy();
  }
}
