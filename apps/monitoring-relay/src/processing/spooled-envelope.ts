import type { EnvelopeHeader, ItemHeader } from '#shared';
import { open } from 'node:fs/promises';
import type { EnvelopeRefusal } from '../envelope/envelope.ts';
import type { SpooledItem } from '#product/recording/reports/relay';
import { EnvelopeReader, type PayloadLimits } from '../envelope/envelope-reader.ts';
import type { SpooledReport } from '../spool/ports/spool-queue.ts';

const PIECE_BYTES = 256 * 1024;

export interface SpooledEnvelope {
  readonly ok: true;
  readonly header: EnvelopeHeader;
  readonly items: readonly SpooledItem[];
}

type Body = Pick<SpooledReport, 'body' | 'bodyFile'>;

/** Rejects when the body's file cannot be read. */
export async function readSpooledEnvelope(
  body: Body,
  limits: PayloadLimits,
): Promise<SpooledEnvelope | EnvelopeRefusal> {
  const listing = new ItemListing(body);
  const reader = new EnvelopeReader(limits, listing);
  for await (const chunk of readBody(body, { start: 0, end: Infinity })) {
    const refusal = reader.push(chunk);
    if (refusal) return refusal;
  }
  const refusal = reader.finish();
  return refusal ?? { ok: true, header: listing.envelope, items: listing.open() };
}

interface Place {
  readonly header: ItemHeader;
  readonly start: number;
  bytes: number;
  readonly pieces: Buffer[];
}

class ItemListing {
  envelope: EnvelopeHeader = {};
  private readonly places: Place[] = [];
  private offset = 0;

  constructor(private readonly body: Body) {}

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
    if (place.header.type === 'attachment') return;
    // File reads reuse their buffer, so the bytes must be copied.
    place.pieces.push(this.body.bodyFile === undefined ? piece : Buffer.from(piece));
  }

  gap(bytes: Buffer): void {
    this.offset += bytes.length;
  }

  open(): SpooledItem[] {
    return this.places.map(({ header, start, bytes, pieces }) => ({
      ...header,
      bytes,
      payload: pieces.length === 1 ? pieces[0]! : Buffer.concat(pieces),
      read: () => readBody(this.body, { start, end: start + bytes }),
    }));
  }
}

async function* readBody(
  { body, bodyFile }: Body,
  { start, end }: { start: number; end: number },
): AsyncGenerator<Buffer> {
  if (start === end) return;
  if (bodyFile === undefined) yield body.subarray(start, end);
  else yield* readFilePieces(bodyFile, { start, end });
}

/**
 * Reads a file in pieces into one buffer. A buffer per piece would leave garbage of the file's size
 * until V8 collects it.
 */
async function* readFilePieces(
  path: string,
  { start, end }: { start: number; end: number },
): AsyncGenerator<Buffer> {
  const memory = Buffer.allocUnsafeSlow(Math.min(PIECE_BYTES, end - start));
  const file = await open(path);
  try {
    for (let position = start; position < end;) {
      const length = Math.min(memory.length, end - position);
      const { bytesRead } = await file.read(memory, 0, length, position);
      if (bytesRead === 0) return;
      yield memory.subarray(0, bytesRead);
      position += bytesRead;
    }
  } finally {
    await file.close();
  }
}
