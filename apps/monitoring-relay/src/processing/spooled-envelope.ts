import { createReadStream } from 'node:fs';
import type { EnvelopeHeader, EnvelopeRefusal, ItemHeader } from '../envelope/envelope.ts';
import { EnvelopeReader } from '../envelope/envelope-reader.ts';
import type { SpooledReport } from '../spool/ports/spool-queue.ts';

/** Read of a file at a time. */
const PIECE_BYTES = 256 * 1024;

/** An item of a report. */
export interface SpooledItem extends ItemHeader {
  readonly bytes: number;
  /** Empty of an attachment, which is never whole in memory. */
  readonly payload: Buffer;
  /** The payload in pieces, of any item, as often as it is asked for. Throws what the file system throws. */
  readonly read: () => AsyncIterable<Buffer>;
}

export interface SpooledEnvelope {
  readonly ok: true;
  readonly header: EnvelopeHeader;
  readonly items: readonly SpooledItem[];
}

type Body = Pick<SpooledReport, 'body' | 'bodyFile'>;

/** Takes a spooled report apart. Rejects with what the file system throws where its body is in a file. */
export async function readSpooledEnvelope(body: Body): Promise<SpooledEnvelope | EnvelopeRefusal> {
  const listing = new ItemListing();
  const reader = new EnvelopeReader(listing);
  for await (const chunk of readBody(body, { start: 0, end: Infinity })) {
    const refusal = reader.push(chunk);
    if (refusal) return refusal;
  }
  const refusal = reader.finish();
  return refusal ?? { ok: true, header: listing.envelope, items: listing.open(body) };
}

interface Place {
  readonly header: ItemHeader;
  readonly start: number;
  bytes: number;
  readonly pieces: Buffer[];
}

/** Where the items stand, and what is in those that are no attachments. */
class ItemListing {
  envelope: EnvelopeHeader = {};
  private readonly places: Place[] = [];
  private offset = 0;

  header(header: EnvelopeHeader, line: Buffer): boolean {
    this.envelope = header;
    this.offset += line.length;
    return true;
  }

  item(header: ItemHeader, line: Buffer): void {
    this.offset += line.length;
    this.places.push({ header, start: this.offset, bytes: 0, pieces: [] });
  }

  payload(piece: Buffer): void {
    const place = this.places.at(-1)!;
    this.offset += piece.length;
    place.bytes += piece.length;
    if (place.header.type !== 'attachment') place.pieces.push(piece);
  }

  gap(bytes: Buffer): void {
    this.offset += bytes.length;
  }

  open(body: Body): SpooledItem[] {
    return this.places.map(({ header, start, bytes, pieces }) => ({
      ...header,
      bytes,
      payload: pieces.length === 1 ? pieces[0]! : Buffer.concat(pieces),
      read: () => readBody(body, { start, end: start + bytes }),
    }));
  }
}

/** From `start` to before `end`. */
async function* readBody(
  { body, bodyFile }: Body,
  { start, end }: { start: number; end: number },
): AsyncGenerator<Buffer> {
  if (start === end) return;
  if (bodyFile === undefined) yield body.subarray(start, end);
  else yield* createReadStream(bodyFile, { start, end: end - 1, highWaterMark: PIECE_BYTES });
}
