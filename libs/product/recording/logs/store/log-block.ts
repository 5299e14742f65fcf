import type { Log } from '#shared';
import { decodePayload, encodePayload } from '#product/recording/reports';

const ENCODING = encodePayload(['']).encoding;

export function encodeBlock(logs: readonly Log[]): Buffer {
  return encodePayload([JSON.stringify(logs)]).body;
}

export function decodeBlock(body: Buffer): readonly Log[] {
  return JSON.parse(decodePayload({ encoding: ENCODING, body }).json) as readonly Log[];
}
