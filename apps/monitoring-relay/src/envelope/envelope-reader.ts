import { reportLimits, type EnvelopeHeader, type ItemHeader } from '#shared';
import { type EnvelopeRefusal, malformed, tooLarge } from './envelope.ts';
import { parseEnvelopeHeader } from './envelope-header.ts';
import { GatheredBytes } from './gathered-bytes.ts';
import { lineTooLong, parseHeaderLine } from './header-line.ts';

type GatheredLine = { readonly line: Buffer; readonly endOffset: number } | 'open' | 'tooLong';

class LineGatherer {
  private readonly held = new GatheredBytes();
  private bytes = 0;

  get heldBytes(): number {
    return this.bytes;
  }

  take(chunk: Buffer, offset: number): GatheredLine {
    const newline = chunk.indexOf(LINE_FEED, offset);
    const end = newline === -1 ? chunk.length : newline;
    this.bytes += end - offset;
    if (this.bytes > reportLimits.headerLineBytes) return 'tooLong';
    if (newline === -1) {
      // Copies the piece, because a view would keep the whole chunk in memory.
      this.held.add(Buffer.from(chunk.subarray(offset)));
      return 'open';
    }
    const rest = chunk.subarray(offset, newline + 1);
    const pieces = this.held.take();
    const line = pieces.length === 0 ? rest : Buffer.concat([...pieces, rest]);
    this.bytes = 0;
    return { line, endOffset: newline + 1 };
  }

  finish(): Buffer {
    return this.held.join();
  }
}

const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;
const ATTACHMENT = 'attachment';

/** Says how many bytes a payload may have, by its type. Absent where only the sum is limited. */
export interface PayloadLimits {
  findMaxBytes(type: string): number | undefined;
}

/** Receives an envelope's parts in order. All bytes are views into the pushed chunks. */
export interface EnvelopeListener {
  /**
   * `line` includes its newline, unless the envelope ends without one. Returning false ends the
   * reading.
   */
  header(header: EnvelopeHeader, line: Buffer): boolean;
  item(item: ItemHeader, line: Buffer): void;
  /** Called with each piece of the latest item's payload; not called for an empty payload. */
  payload(piece: Buffer): void;
  /** Called with line ends after payloads, and with blank lines between items. */
  gap(bytes: Buffer): void;
}

type Place = 'header' | 'between' | 'itemHeader' | 'payload' | 'lineEnd' | 'lineFeed' | 'over';

/**
 * Reads an envelope while it arrives, in chunks of any size, and keeps only an unfinished line in
 * memory. Framing follows https://develop.sentry.dev/sdk/foundations/transport/envelopes/: a
 * payload has the `length` that its header states. Without a `length`, the payload ends at the next
 * newline or with the envelope.
 *
 * Whether the reader refuses an envelope does not depend on how the bytes are split into chunks. A
 * reader that has refused must not be used again.
 */
export class EnvelopeReader {
  private place: Place = 'header';
  private readonly lines = new LineGatherer();
  private items = 0;
  private type = '';
  private maxBytes: number | undefined;
  private leftBytes: number | undefined;
  private payloadBytes = 0;
  private bytesWithoutAttachments = 0;

  constructor(
    private readonly limits: PayloadLimits,
    private readonly listener: EnvelopeListener,
  ) {}

  get heldBytes(): number {
    return this.lines.heldBytes;
  }

  push(chunk: Buffer): EnvelopeRefusal | undefined {
    let offset = 0;
    while (offset < chunk.length && this.place !== 'over') {
      const taken = this.step(chunk, offset);
      if (typeof taken !== 'number') return this.refuse(taken);
      offset = taken;
      if (this.bytesWithoutAttachments > reportLimits.decodedBytesWithoutAttachments) {
        return this.refuse(tooLarge('All items but attachments are too large together.'));
      }
    }
    return undefined;
  }

  /** Call this after the last chunk. Returns a refusal when the envelope is incomplete. */
  finish(): EnvelopeRefusal | undefined {
    if (this.place === 'header') return this.readHeader(this.lines.finish());
    const refusal =
      this.place === 'itemHeader' ? this.readItemHeader(this.lines.finish()) : undefined;
    if (refusal) return refusal;
    return this.place === 'payload' && this.leftBytes ? this.misplacedEnd() : undefined;
  }

  private step(chunk: Buffer, offset: number): number | EnvelopeRefusal {
    switch (this.place) {
      case 'header':
        return this.takeLine(chunk, offset);
      case 'between':
        return this.takeBlankLines(chunk, offset);
      case 'itemHeader':
        return this.takeLine(chunk, offset);
      case 'payload':
        return this.takePayload(chunk, offset);
      default:
        return this.takeLineEnd(chunk, offset);
    }
  }

  private takeLine(chunk: Buffer, offset: number): number | EnvelopeRefusal {
    const isFirst = this.place === 'header';
    const gathered = this.lines.take(chunk, offset);
    if (gathered === 'tooLong') return lineTooLong(isFirst ? 'envelope header' : this.nameHeader());
    if (gathered === 'open') return chunk.length;
    const { line, endOffset } = gathered;
    return (isFirst ? this.readHeader(line) : this.readItemHeader(line)) ?? endOffset;
  }

  private readHeader(line: Buffer): EnvelopeRefusal | undefined {
    const parsed = parseEnvelopeHeader(line);
    if (!parsed.ok) return parsed;
    this.bytesWithoutAttachments += line.length;
    this.place = this.listener.header(parsed.header, line) ? 'between' : 'over';
    return undefined;
  }

  private takeBlankLines(chunk: Buffer, offset: number): number | EnvelopeRefusal {
    let end = offset;
    while (chunk[end] === LINE_FEED || chunk[end] === CARRIAGE_RETURN) end += 1;
    this.pass(chunk, offset, end);
    if (end === chunk.length) return end;
    if (this.items === reportLimits.items) {
      return tooLarge(`The envelope holds more than ${reportLimits.items} items.`);
    }
    this.items += 1;
    this.place = 'itemHeader';
    return end;
  }

  private readItemHeader(line: Buffer): EnvelopeRefusal | undefined {
    const parsed = parseHeaderLine(line, this.nameHeader());
    if (!parsed.ok) return parsed;
    const { type, length } = parsed.fields;
    if (typeof type !== 'string' || type === '')
      return malformed(`Item ${this.items} has no type.`);
    if (!isPayloadLength(length)) return this.misplacedEnd();
    this.maxBytes = this.limits.findMaxBytes(type);
    if ((length ?? 0) > (this.maxBytes ?? reportLimits.decodedBytesWithoutAttachments)) {
      return this.tooLargeItem();
    }
    this.bytesWithoutAttachments += line.length;
    this.type = type;
    this.leftBytes = length ?? undefined;
    this.payloadBytes = 0;
    this.place = length === 0 ? 'lineEnd' : 'payload';
    this.listener.item({ type, fields: parsed.fields }, line);
    return undefined;
  }

  private takePayload(chunk: Buffer, offset: number): number | EnvelopeRefusal {
    const end = this.findPayloadEnd(chunk, offset);
    const upTo = end ?? chunk.length;
    const bytes = upTo - offset;
    this.payloadBytes += bytes;
    if (this.payloadBytes > (this.maxBytes ?? Infinity)) return this.tooLargeItem();
    if (this.type !== ATTACHMENT) this.bytesWithoutAttachments += bytes;
    if (this.leftBytes !== undefined) this.leftBytes -= bytes;
    if (bytes > 0) this.listener.payload(chunk.subarray(offset, upTo));
    if (end !== undefined) this.place = this.leftBytes === undefined ? 'between' : 'lineEnd';
    return upTo;
  }

  private findPayloadEnd(chunk: Buffer, offset: number): number | undefined {
    if (this.leftBytes === undefined) {
      const newline = chunk.indexOf(LINE_FEED, offset);
      return newline === -1 ? undefined : newline;
    }
    const end = offset + this.leftBytes;
    return end > chunk.length ? undefined : end;
  }

  private takeLineEnd(chunk: Buffer, offset: number): number | EnvelopeRefusal {
    const byte = chunk[offset];
    if (byte === LINE_FEED) this.place = 'between';
    else if (byte === CARRIAGE_RETURN && this.place === 'lineEnd') this.place = 'lineFeed';
    else return this.misplacedEnd();
    this.pass(chunk, offset, offset + 1);
    return offset + 1;
  }

  private pass(chunk: Buffer, offset: number, end: number): void {
    if (end === offset) return;
    this.bytesWithoutAttachments += end - offset;
    this.listener.gap(chunk.subarray(offset, end));
  }

  private refuse(refusal: EnvelopeRefusal): EnvelopeRefusal {
    this.place = 'over';
    return refusal;
  }

  private nameHeader(): string {
    return `header of item ${this.items}`;
  }

  private misplacedEnd(): EnvelopeRefusal {
    return malformed(`The payload of item ${this.items} does not end where its header says.`);
  }

  private tooLargeItem(): EnvelopeRefusal {
    return tooLarge(`Item ${this.items} is larger than an item of its kind may be.`);
  }
}

function isPayloadLength(length: unknown): length is number | null | undefined {
  if (length === undefined || length === null) return true;
  return typeof length === 'number' && Number.isSafeInteger(length) && length >= 0;
}
