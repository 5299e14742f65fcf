import type { JsonObject } from '../json/shape.ts';
import { withRules } from './ruled.ts';
import type { Mapped } from '../storing/mapped.ts';
import { withMapped } from './mapping/with-mapped.ts';
import type { Ruled, EventSource } from '../storing/stored-event.ts';
import { toCspEvent } from './csp-event.ts';

const readers: Readonly<Record<EventSource, (sent: JsonObject) => JsonObject>> = {
  event: (sent) => sent,
  csp: toCspEvent,
};

/** Findings about an event, stored beside it. */
export interface KnownOfEvent {
  readonly mapped?: Mapped | undefined;
  readonly ruled?: Ruled | undefined;
}

/** Makes an event in the form in which SDKs send events, with the original frames and the effect of the project's rules. */
export function toSdkEvent(
  source: EventSource,
  sent: JsonObject,
  { mapped, ruled }: KnownOfEvent = {},
): JsonObject {
  const read = readers[source](sent);
  const event = mapped ? withMapped(read, mapped) : read;
  return ruled ? withRules(event, ruled) : event;
}
