import type { NormalisedEvent } from '#shared';
import type { JsonObject } from '../json/shape.ts';
import { readEvent } from './read-event.ts';
import { toSdkEvent } from '../reading/to-sdk-event.ts';
import { countMapped } from '../reading/mapping/map-event.ts';
import { readStoredEvent } from '../storing/stored-event.ts';

/** The event of a payload. Throws when the text is no payload. */
export function readPayload(json: string): NormalisedEvent {
  return readEvent(readStoredEvent(json));
}

/** The same with the frames of the code that ran, whatever source maps say of them. */
export function readMinified(json: string): NormalisedEvent {
  const { meta, event } = readStoredEvent(json);
  const { mapped, ...sent } = meta;
  const read = readEvent({ meta: sent, event });
  return mapped ? { ...read, mapping: { ...countMapped(mapped), isOriginal: false } } : read;
}

/** The event of a payload in the form in which SDKs send events, as rules had it when it came. */
export function readSdkEvent(json: string): JsonObject {
  const { meta, event } = readStoredEvent(json);
  return toSdkEvent(meta.source, event, meta);
}
