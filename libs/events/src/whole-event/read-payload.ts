import type { NormalisedEvent } from '#shared';
import type { JsonObject } from '../json/shape.ts';
import { readEvent } from './read-event.ts';
import { toSdkEvent } from '../reading/to-sdk-event.ts';
import { countMapped } from '../reading/mapping/map-event.ts';
import { readStoredEvent } from '../storing/stored-event.ts';

/** Throws when `json` is not a stored event. */
export function readPayload(json: string): NormalisedEvent {
  return readEvent(readStoredEvent(json));
}

/** Like `readPayload`, but without source maps: the frames show the generated code. */
export function readMinified(json: string): NormalisedEvent {
  const { meta, event } = readStoredEvent(json);
  const { mapped, ...sent } = meta;
  const read = readEvent({ meta: sent, event });
  return mapped ? { ...read, mapping: { ...countMapped(mapped), isOriginal: false } } : read;
}

/**
 * Returns a stored event in the form SDKs send, with the effects of the rules that applied when the
 * event arrived.
 */
export function readSdkEvent(json: string): JsonObject {
  const { meta, event } = readStoredEvent(json);
  return toSdkEvent(meta.source, event, meta);
}
