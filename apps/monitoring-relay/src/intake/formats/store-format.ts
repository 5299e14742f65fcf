import { reportLimits } from '#shared';
import { tooLarge } from '../../envelope/envelope.ts';
import type { ReportFormat, BodyContext } from './report-format.ts';
import { isPlain, readStoredEvent } from './read-stored-event.ts';
import { EventItem, type ParsedEvent, parseEvent } from './event-item.ts';
import { findOwnId } from './report-id.ts';
import { type ParsedBody, WholeBody } from './whole-body.ts';
import type { Refusal } from '../refusal.ts';

/** SDKs without support for envelopes also send transactions here. */
const TRANSACTION = 'transaction';
const TRANSACTION_WORD = /:\s*"transaction"/;
const MOST_BYTES = Math.min(
  2 * reportLimits.eventBytes,
  reportLimits.decodedBytesWithoutAttachments,
);

export const storeFormat: ReportFormat = {
  kind: 'error',
  hasHeader: false,
  open: (passage) =>
    new WholeBody(passage, {
      maxBytes: MOST_BYTES,
      understand: (body) => understand(body, passage),
    }),
};

function understand(
  body: Buffer,
  { admission }: Pick<BodyContext, 'admission'>,
): ParsedBody | Refusal {
  const inflated = isPlain(body) ? undefined : admission.checkInflated();
  if (inflated) return inflated;
  const read = readStoredEvent(body);
  if (!read.ok) return read;
  admission.noteInflated(read.event.length - body.length);
  if (read.event.length > admission.maxEventBytes) {
    return tooLarge('The event is larger than its key accepts.');
  }
  const isParsed = admission.mayParse(read.event.length);
  const parsed = isParsed ? parseEvent(read.event, 'The event') : skimEvent(read.event);
  if (!parsed.ok) return parsed;
  const eventId = isParsed ? findOwnId(parsed.event) : undefined;
  if (parsed.event['type'] !== TRANSACTION) {
    const items = [{ type: 'event', payload: read.event }];
    return { ok: true, eventId, items, contents: { kept: { error: 1 }, filtered: {} } };
  }
  const one = { [TRANSACTION]: 1 };
  if (admission.acceptsOnlyErrors) {
    return { ok: true, eventId, items: [], contents: { kept: {}, filtered: one } };
  }
  const items = [{ type: TRANSACTION, payload: read.event }];
  return { ok: true, eventId, items, contents: { kept: one, filtered: {} } };
}

/** Parses only what may be a transaction. Processing finds the id of an event. */
function skimEvent(payload: Buffer): ParsedEvent {
  const item = new EventItem('The event', 0);
  item.add(payload);
  const refusal = item.checkEnds();
  if (refusal) return refusal;
  return TRANSACTION_WORD.test(payload.toString('latin1'))
    ? parseEvent(payload, 'The event')
    : { ok: true, event: {} };
}
