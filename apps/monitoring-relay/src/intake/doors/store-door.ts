import { reportLimits } from '#shared';
import type { Door } from './door.ts';
import { readStoredEvent } from './read-stored-event.ts';
import { createReportId, readOwnId } from './report-id.ts';
import { type Understood, WholeBody } from './whole-body.ts';
import type { Refusal } from '../refusal.ts';

/** Base64 makes four bytes of three. */
const MOST_BYTES = 2 * reportLimits.eventBytes;

/** An event alone, as SDKs before envelopes send it. */
export const storeDoor: Door = {
  kind: 'error',
  hasHeader: false,
  open: (passage) => new WholeBody(passage, { maxBytes: MOST_BYTES, understand }),
};

function understand(body: Buffer): Understood | Refusal {
  const read = readStoredEvent(body);
  if (!read.ok) return read;
  const eventId = readOwnId(read.event) ?? createReportId();
  const items = [{ type: 'event', payload: read.event }];
  return { ok: true, eventId, items, contents: { kept: { error: 1 }, filtered: {} } };
}
