import { reportLimits } from '#shared';
import { tooLarge } from '../../envelope/envelope.ts';
import type { ReportFormat, BodyContext } from './report-format.ts';
import { readStoredEvent } from './read-stored-event.ts';
import { parseEvent } from './event-item.ts';
import { findOwnId } from './report-id.ts';
import { type ParsedBody, WholeBody } from './whole-body.ts';
import type { Refusal } from '../refusal.ts';

/** SDKs without support for envelopes also send transactions here. */
const TRANSACTION = 'transaction';
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
  const read = readStoredEvent(body);
  if (!read.ok) return read;
  if (read.event.length > admission.maxEventBytes) {
    return tooLarge('The event is larger than its key accepts.');
  }
  const parsed = parseEvent(read.event, 'The event');
  if (!parsed.ok) return parsed;
  const eventId = findOwnId(parsed.event);
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
