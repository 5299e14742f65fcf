import { readAttribute } from './read-attribute.ts';
import type { Span } from './span.ts';

const INGEST = /^https?:\/\/[^/?#]*\/(?:[^?#]*\/)?api\/\d+\/(?:envelope|store)\/?(?:[?#]|$)/i;
const SENDER = /^sentry-sdk\./;

/**
 * True for a call by which an SDK sent reports to any Errata: sentry-sdk 3 traces its own when the
 * DSN has a port.
 */
export function isOwnSending({ address = '', attributes, method, isSegment, op }: Span): boolean {
  if (isSegment || op === 'http.server' || method !== 'POST' || !INGEST.test(address)) return false;
  const thread = String(readAttribute(attributes, 'thread.name'));
  return address.includes('sentry_key=') || SENDER.test(thread);
}
