import { reportLimits } from '#shared';
import { type EnvelopeRefusal, malformed, tooLarge } from '../envelope/envelope.ts';
import { parseHeaderLine } from '../envelope/header-line.ts';
import type { BodySieve, Sifted } from './body-sieve.ts';

const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;
const ATTACHMENT = 'attachment';
/** What passes in an attachment's place, so that the items are as many as there were. */
const EMPTY_ATTACHMENT = Buffer.from(`{"type":"${ATTACHMENT}","length":0}\n\n`);
const NOTHING = Buffer.alloc(0);

/** What the next byte belongs to. */
type Place =
  | 'header'
  | 'between'
  | 'itemHeader'
  | 'payload'
  /** After an attachment of a stated length: its newline must follow. */
  | 'lineEnd'
  /** Framing is broken; whoever parses what passed says how. */
  | 'unknown';

/**
 * Takes the payloads of attachments out of an envelope while it arrives, so that they are never held:
 * this relay stores none. All else passes as it came, unjudged: what passed is to be parsed like any
 * other envelope.
 */
export class AttachmentSieve implements BodySieve {
  private place: Place = 'header';
  private isDropping = false;
  private items = 0;
  /** Of the payload; undefined when it lasts to the next newline. */
  private leftBytes: number | undefined;
  private droppedBytes = 0;
  private bytes: Buffer = NOTHING;
  private offset = 0;
  /** Where in `bytes` those begin that pass and are not in `passed` yet. */
  private passFrom = 0;
  private passed: Buffer[] = [];

  push(chunk: Buffer): Sifted {
    const held = this.bytes.subarray(this.offset);
    this.bytes = held.length === 0 ? chunk : Buffer.concat([held, chunk]);
    this.offset = 0;
    this.passFrom = 0;
    this.passed = [];
    let refusal: EnvelopeRefusal | undefined;
    while (this.offset < this.bytes.length && !refusal) {
      const startOffset = this.offset;
      const startPlace = this.place;
      refusal = this.step();
      // The line that begins here has no end yet.
      if (this.offset === startOffset && this.place === startPlace) break;
    }
    this.pass();
    return { passed: this.passed, refusal };
  }

  /** With what passes of a last line without an end. */
  finish(): Sifted {
    if (this.isDropping && this.place === 'payload' && this.leftBytes) {
      const refusal = malformed('The payload of an attachment does not end where its header says.');
      return { passed: [], refusal };
    }
    return { passed: [this.bytes.subarray(this.offset)] };
  }

  private step(): EnvelopeRefusal | undefined {
    switch (this.place) {
      case 'header':
        return this.takeHeader();
      case 'between':
        return this.takeBlankLines();
      case 'itemHeader':
        return this.takeItemHeader();
      case 'payload':
        return this.takePayload();
      case 'lineEnd':
        return this.takeLineEnd();
      default:
        this.offset = this.bytes.length;
        return undefined;
    }
  }

  private takeHeader(): undefined {
    const newline = this.bytes.indexOf(LINE_FEED, this.offset);
    if (newline !== -1) this.place = 'between';
    this.offset = newline === -1 ? this.bytes.length : newline;
  }

  private takeBlankLines(): undefined {
    while (isBlank(this.bytes[this.offset])) this.offset += 1;
    if (this.offset < this.bytes.length) this.place = 'itemHeader';
  }

  private takeItemHeader(): EnvelopeRefusal | undefined {
    const isWhole = this.bytes.includes(LINE_FEED, this.offset);
    const isTooLong = this.bytes.length - this.offset > reportLimits.headerLineBytes;
    if (!isWhole && !isTooLong) return undefined;
    const line = parseHeaderLine(this.bytes, this.offset, 'header of an item');
    this.items += 1;
    const { type, length } = line.ok && this.items <= reportLimits.items ? line.fields : {};
    if (!line.ok || typeof type !== 'string' || !isPayloadLength(length)) {
      this.place = 'unknown';
      return undefined;
    }
    this.isDropping = type === ATTACHMENT;
    this.leftBytes = length ?? undefined;
    if (this.isDropping) return this.beginAttachment(line.endOffset);
    this.place = 'payload';
    this.offset = line.endOffset;
    return undefined;
  }

  private beginAttachment(payloadOffset: number): EnvelopeRefusal | undefined {
    this.pass();
    this.passed.push(EMPTY_ATTACHMENT);
    this.place = 'payload';
    this.offset = payloadOffset;
    this.droppedBytes = 0;
    if (this.leftBytes === 0) this.endPayload();
    return (this.leftBytes ?? 0) > reportLimits.attachmentBytes ? tooLargeAttachment() : undefined;
  }

  private takePayload(): EnvelopeRefusal | undefined {
    const end = this.findPayloadEnd();
    const taken = (end ?? this.bytes.length) - this.offset;
    this.offset += taken;
    if (this.leftBytes !== undefined) this.leftBytes -= taken;
    if (this.isDropping) this.droppedBytes += taken;
    if (end !== undefined) this.endPayload();
    return this.droppedBytes > reportLimits.attachmentBytes ? tooLargeAttachment() : undefined;
  }

  /** Undefined when it is not among the bytes there are. */
  private findPayloadEnd(): number | undefined {
    if (this.leftBytes === undefined) {
      const newline = this.bytes.indexOf(LINE_FEED, this.offset);
      return newline === -1 ? undefined : newline;
    }
    const end = this.offset + this.leftBytes;
    return end > this.bytes.length ? undefined : end;
  }

  private endPayload(): void {
    this.place = this.isDropping && this.leftBytes !== undefined ? 'lineEnd' : 'between';
    if (this.isDropping) this.passFrom = this.offset;
  }

  private takeLineEnd(): EnvelopeRefusal | undefined {
    const next = this.bytes[this.offset];
    const afterNext = this.bytes[this.offset + 1];
    if (next === CARRIAGE_RETURN && afterNext === undefined) return undefined;
    const isEnd = next === LINE_FEED || (next === CARRIAGE_RETURN && afterNext === LINE_FEED);
    this.place = 'between';
    this.isDropping = false;
    return isEnd
      ? undefined
      : malformed('The payload of an attachment does not end where its header says.');
  }

  /** Puts out what came up to here, unless it is of an attachment. */
  private pass(): void {
    const isDropped = this.place === 'payload' && this.isDropping;
    if (!isDropped && this.offset > this.passFrom) {
      this.passed.push(this.bytes.subarray(this.passFrom, this.offset));
    }
    this.passFrom = this.offset;
  }
}

function tooLargeAttachment(): EnvelopeRefusal {
  return tooLarge('An attachment is larger than an item of its kind may be.');
}

function isBlank(byte: number | undefined): boolean {
  return byte === LINE_FEED || byte === CARRIAGE_RETURN;
}

function isPayloadLength(length: unknown): length is number | null | undefined {
  if (length === undefined || length === null) return true;
  return typeof length === 'number' && Number.isSafeInteger(length) && length >= 0;
}
