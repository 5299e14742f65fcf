import type { NormalisedEvent } from '#shared';
import type { JsonObject } from '../json/shape.ts';
import { readEvent } from './read-event.ts';
import { toSdkEvent } from '../reading/to-sdk-event.ts';
import { countMapped } from '../reading/mapping/map-event.ts';
import { readStoredEvent } from '../storing/stored-event.ts';

/** Reads a stored event. Throws when `json` is no stored event. */
export function readPayload(json: string): NormalisedEvent {
  return readEvent(readStoredEvent(json));
}

/** Like `readPayload`, but with the frames of the code that ran, without source maps. */
export function readMinified(json: string): NormalisedEvent {
  const { meta, event } = readStoredEvent(json);
  const { mapped, ...sent } = meta;
  const read = readEvent({ meta: sent, event });
  return mapped ? { ...read, mapping: { ...countMapped(mapped), isOriginal: false } } : read;
}

/** Returns a stored event in the form SDKs send, with the rules that applied when it arrived. */
export function readSdkEvent(json: string): JsonObject {
  const { meta, event } = readStoredEvent(json);
  return toSdkEvent(meta.source, event, meta);
}
