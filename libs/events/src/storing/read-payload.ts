import type { NormalisedEvent } from '#shared';
import type { JsonObject } from '../json/shape.ts';
import { readEvent } from '../reading/read-event.ts';
import { toSdkEvent } from '../reading/to-sdk-event.ts';
import { fromNormalised } from './from-normalised.ts';
import { readStoredEvent, type StoredEvent } from './stored-event.ts';

/** How the JSON of a payload is to be read: an event as sent, or one that an earlier version normalised before it stored it. */
type PayloadFormat = 'event' | 'normalised';

/** The event of a payload. Throws when the text is no payload of that format. */
export function readPayload(format: PayloadFormat, json: string): NormalisedEvent {
  return readEvent(readStored(format, json));
}

/** The event of a payload as it was sent, as JSON. Of what an earlier version stored, as near to that as can be. */
export function readRaw(format: PayloadFormat, json: string): object {
  return readStored(format, json).event;
}

/** The event of a payload in the form in which SDKs send events, as rules had it when it came. */
export function readSdkEvent(format: PayloadFormat, json: string): JsonObject {
  const { meta, event } = readStored(format, json);
  return toSdkEvent(meta.source, event, meta.ruled);
}

/** What is stored, whichever version wrote it. Throws when the text is no payload of that format. */
export function readStored(format: PayloadFormat, json: string): StoredEvent {
  return format === 'event' ? readStoredEvent(json) : fromNormalised(JSON.parse(json));
}
