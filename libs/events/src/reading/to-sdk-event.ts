import type { JsonObject } from '../json/shape.ts';
import { withRules } from './rule-effects.ts';
import type { Mapped } from '../storing/mapped.ts';
import { withMapped } from './mapping/with-mapped.ts';
import type { RuleEffects, EventSource } from '../storing/stored-event.ts';
import { toCspEvent } from './csp-event.ts';

const readers: Readonly<Record<EventSource, (sent: JsonObject) => JsonObject>> = {
  event: (sent) => sent,
  csp: toCspEvent,
};

export interface KnownOfEvent {
  readonly mapped?: Mapped | undefined;
  readonly ruled?: RuleEffects | undefined;
}

/**
 * Returns an event in the form SDKs send, with the original frames and the effect of the project's
 * rules.
 */
export function toSdkEvent(
  source: EventSource,
  sent: JsonObject,
  { mapped, ruled }: KnownOfEvent = {},
): JsonObject {
  const read = readers[source](sent);
  const event = mapped ? withMapped(read, mapped) : read;
  return ruled ? withRules(event, ruled) : event;
}
