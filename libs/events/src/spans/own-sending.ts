import { readAttribute } from './read-attribute.ts';
import type { Span } from './span.ts';

const INGEST =
  /^https?:\/\/([^/?#]*)\/(?:[^?#]*\/)?(?:api\/\d+\/(?:envelope|store)|monitoring)\/?(?:[?#]|$)/i;
const SENDER = /^sentry-sdk\./;

/**
 * True for a call by which an SDK sent reports: sentry-sdk 3 traces its own when the DSN has a
 * port. `ownHosts` are Errata's hosts with their ports, in lower case.
 */
export function isOwnSending(span: Span, ownHosts: ReadonlySet<string>): boolean {
  const { address = '', attributes, method, isSegment, op } = span;
  const host = INGEST.exec(address)?.[1]?.toLowerCase();
  if (isSegment || op === 'http.server' || host === undefined) return false;
  if (ownHosts.has(host)) return true;
  const isTold =
    address.includes('sentry_key=') ||
    SENDER.test(String(readAttribute(attributes, 'thread.name')));
  return isTold && method === 'POST' && address.includes('/api/');
}
