import type { Log } from '#shared';
import { decodePayload, encodePayload } from '#product/recording/reports';

const ENCODING = encodePayload(['']).encoding;

export function encodeBlock(logs: readonly Log[]): Buffer {
  return encodePayload([JSON.stringify(logs)]).body;
}

export function decodeBlock(body: Buffer): readonly Log[] {
  return measureBlock(body).logs;
}

/** Returns the logs, and how many characters were decoded for them. */
export function measureBlock(body: Buffer): {
  readonly logs: readonly Log[];
  readonly characters: number;
} {
  const { json } = decodePayload({ encoding: ENCODING, body });
  return { logs: JSON.parse(json) as readonly Log[], characters: json.length };
}
