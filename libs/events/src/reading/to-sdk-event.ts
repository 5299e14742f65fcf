import type { JsonObject } from '../json/shape.ts';
import { withRules } from './ruled.ts';
import type { Ruled, EventSource } from '../storing/stored-event.ts';
import { toCspEvent } from './csp-event.ts';

const readers: Readonly<Record<EventSource, (sent: JsonObject) => JsonObject>> = {
  event: (sent) => sent,
  csp: toCspEvent,
};

/** What was sent, in the form in which SDKs send events; with what rules of the project did to it. */
export function toSdkEvent(source: EventSource, sent: JsonObject, ruled?: Ruled): JsonObject {
  const event = readers[source](sent);
  return ruled ? withRules(event, ruled) : event;
}
