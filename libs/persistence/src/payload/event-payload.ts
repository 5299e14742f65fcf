import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { NormalisedEvent } from '#shared';

const DEFLATED_JSON = 'json+deflate';

/**
 * zlib's level. Measured on a 27 kB event: levels 1, 3, 6 and 9 leave 24.7, 23.7, 22.4 and 22.3 % of
 * it and cost 0.14, 0.15, 0.24 and 0.30 ms.
 */
const LEVEL = 3;

/** An event's body as it is stored. `encoding` names how to read it, so that it can change. */
export interface EventPayload {
  readonly encoding: string;
  readonly body: Buffer;
}

/** Blocks for about a fifth of a millisecond per 25 kB; zlib's own threads would cost half as much again. */
export function encodePayload(event: NormalisedEvent): EventPayload {
  const deflated = deflateRawSync(JSON.stringify(event), { level: LEVEL });
  return { encoding: DEFLATED_JSON, body: withoutRoom(deflated) };
}

/** zlib fills a third of the 16 kB that it gives; all of it would be held until the event is recorded. */
function withoutRoom(bytes: Buffer): Buffer {
  if (bytes.buffer.byteLength === bytes.length) return bytes;
  // Not of the pool, of which others hold the rest.
  const copy = Buffer.allocUnsafeSlow(bytes.length);
  bytes.copy(copy);
  return copy;
}

/** Throws when the encoding is not one of ours or the body is damaged. */
export function decodePayload({ encoding, body }: EventPayload): NormalisedEvent {
  if (encoding !== DEFLATED_JSON) throw new Error(`Unknown event encoding "${encoding}".`);
  return JSON.parse(inflateRawSync(body).toString()) as NormalisedEvent;
}
