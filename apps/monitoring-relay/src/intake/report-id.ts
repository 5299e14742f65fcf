import { randomUUID } from 'node:crypto';
import { parseJson } from '../envelope/parse-json.ts';
import type { Envelope } from '../envelope/envelope.ts';
import { toHexId } from '../envelope/envelope-header.ts';

/**
 * The id an envelope's event is stored under and its sender is told: the header's, else the
 * event's own, else a new one. Undefined when there is no event and the header names none.
 */
export function chooseEventId({ header, items }: Envelope): string | undefined {
  if (header.eventId) return header.eventId;
  const event = items.find(({ type }) => type === 'event');
  if (!event) return undefined;
  return readOwnId(event.payload) ?? randomUUID().replaceAll('-', '');
}

/** Of an event's own payload: for what has no header, and the rare envelope whose header names no id. */
export function readOwnId(payload: Buffer): string | undefined {
  try {
    const event = parseJson(payload.toString('utf8')) as { event_id?: unknown } | null;
    return toHexId(event?.event_id);
  } catch {
    // Processing will say what is wrong with it; the report still needs an id to be asked about.
    return undefined;
  }
}
