import { inflateSync } from 'node:zlib';
import { reportLimits } from '#shared';
import { type EnvelopeRefusal, malformed, tooLarge } from '../../envelope/envelope.ts';

const OPENING_BRACE = 0x7b;
const BASE64 = /^[A-Za-z0-9+/_=\s-]+$/;

/**
 * Returns the JSON of an event that was sent to `/store/`. The body is plain JSON, base64 of JSON,
 * or base64 of zlib-compressed JSON. SDKs without support for envelopes send these bodies.
 * https://develop.sentry.dev/sdk/foundations/transport/store/
 */
export function readStoredEvent(
  body: Buffer,
): { readonly ok: true; readonly event: Buffer } | EnvelopeRefusal {
  const start = findStart(body);
  if (start === -1) return malformed('There is no event.');
  const plain = isPlain(body) ? body.subarray(start) : decode(body);
  if (!plain) return malformed('The event is neither JSON nor base64.');
  if (plain === 'tooLarge' || plain.length > reportLimits.eventBytes) {
    return tooLarge('An event is larger than an item of its kind may be.');
  }
  return { ok: true, event: plain };
}

export function isPlain(body: Buffer): boolean {
  return body[findStart(body)] === OPENING_BRACE;
}

function findStart(body: Buffer): number {
  return body.findIndex((byte) => byte > 0x20);
}

function decode(body: Buffer): Buffer | 'tooLarge' | undefined {
  const text = body.toString('latin1');
  if (!BASE64.test(text)) return undefined;
  const bytes = Buffer.from(text, 'base64');
  if (bytes[0] === OPENING_BRACE) return bytes;
  try {
    return inflateSync(bytes, { maxOutputLength: findMostBytes(bytes.length) });
  } catch (error) {
    return (error as { code?: unknown }).code === 'ERR_BUFFER_TOO_LARGE' ? 'tooLarge' : undefined;
  }
}

function findMostBytes(bytes: number): number {
  const { eventBytes, inflation, inflationFreeBytes } = reportLimits;
  return Math.min(eventBytes, Math.max(inflationFreeBytes, inflation * bytes));
}
