import { reportLimits } from '#shared';
import {
  type Envelope,
  type EnvelopeItem,
  type EnvelopeRefusal,
  malformed,
  tooLarge,
} from './envelope.ts';
import { parseEnvelopeHeader } from './envelope-header.ts';
import { parseHeaderLine } from './header-line.ts';

const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;
const WITHOUT_DECODED_LIMIT = 'attachment';

/** What each kind of item may weigh; kinds not named share the limit on everything but attachments. */
const payloadLimits: Readonly<Record<string, number>> = {
  event: reportLimits.eventBytes,
  attachment: reportLimits.attachmentBytes,
};

/**
 * Splits the bytes of a whole envelope into header and items, without reading any payload. Framing
 * as https://develop.sentry.dev/sdk/foundations/transport/envelopes/ has it: a payload lasts for
 * `length` bytes, or to the next newline or the end where its header names no length.
 */
export function parseEnvelope(
  bytes: Buffer,
): { readonly ok: true; readonly envelope: Envelope } | EnvelopeRefusal {
  const first = parseEnvelopeHeader(bytes);
  if (!first.ok) return first;
  const items: EnvelopeItem[] = [];
  let weighed = 0;
  let offset = skipBlankLines(bytes, first.endOffset);
  while (offset < bytes.length) {
    if (items.length === reportLimits.items) {
      return tooLarge(`The envelope holds more than ${reportLimits.items} items.`);
    }
    const item = parseItem(bytes, offset, items.length + 1);
    if (!item.ok) return item;
    items.push({ type: item.type, payload: item.payload });
    weighed += item.type === WITHOUT_DECODED_LIMIT ? 0 : item.payload.length;
    offset = skipBlankLines(bytes, item.endOffset);
  }
  if (weighed > reportLimits.decodedBytesWithoutAttachments) {
    return tooLarge('The items that are no attachments are too large together.');
  }
  return { ok: true, envelope: { header: first.header, items } };
}

function parseItem(
  bytes: Buffer,
  offset: number,
  number: number,
): ({ readonly ok: true; readonly endOffset: number } & EnvelopeItem) | EnvelopeRefusal {
  const line = parseHeaderLine(bytes, offset, `header of item ${number}`);
  if (!line.ok) return line;
  const { type, length } = line.fields;
  if (typeof type !== 'string' || type === '') return malformed(`Item ${number} has no type.`);
  const payloadEnd = findPayloadEnd(bytes, line.endOffset, length);
  if (payloadEnd === undefined) {
    return malformed(`The payload of item ${number} does not end where its header says.`);
  }
  const payload = bytes.subarray(line.endOffset, payloadEnd);
  if (payload.length > (payloadLimits[type] ?? Infinity)) {
    return tooLarge(`Item ${number} is larger than an item of its kind may be.`);
  }
  return { ok: true, type, payload, endOffset: payloadEnd };
}

/** Undefined when `length` is no length, exceeds the bytes there are, or ends within a line. */
function findPayloadEnd(bytes: Buffer, start: number, length: unknown): number | undefined {
  if (length === undefined || length === null) {
    const newline = bytes.indexOf(LINE_FEED, start);
    return newline === -1 ? bytes.length : newline;
  }
  if (typeof length !== 'number' || !Number.isSafeInteger(length) || length < 0) return undefined;
  const end = start + length;
  if (end > bytes.length) return undefined;
  return end === bytes.length || isLineEnd(bytes, end) ? end : undefined;
}

function isLineEnd(bytes: Buffer, offset: number): boolean {
  return (
    bytes[offset] === LINE_FEED ||
    (bytes[offset] === CARRIAGE_RETURN &&
      (offset + 1 === bytes.length || bytes[offset + 1] === LINE_FEED))
  );
}

/** The newline that ends a payload, and blank lines that hand-made envelopes leave between items. */
function skipBlankLines(bytes: Buffer, offset: number): number {
  let next = offset;
  while (bytes[next] === LINE_FEED || bytes[next] === CARRIAGE_RETURN) next += 1;
  return next;
}
