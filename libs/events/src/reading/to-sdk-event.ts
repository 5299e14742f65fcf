import type { JsonObject } from '../json/shape.ts';
import type { EventSource } from '../storing/stored-event.ts';
import { toCspEvent } from './csp-event.ts';

const readers: Readonly<Record<EventSource, (sent: JsonObject) => JsonObject>> = {
  event: (sent) => sent,
  csp: toCspEvent,
};

/** What was sent, in the form in which SDKs send events. */
export function toSdkEvent(source: EventSource, sent: JsonObject): JsonObject {
  return readers[source](sent);
}
