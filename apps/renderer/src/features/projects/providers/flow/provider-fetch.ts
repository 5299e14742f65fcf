import type { CustomFetch } from 'openid-client';
import { findTarget, readStart, requestAt, resolveAll, toHostAndPort } from '#http/outgoing';
import type { Resolve } from '#http/outgoing';

const ADVICE = 'A provider may lead only to its own host and to the public network.';
const MOST_BYTES = 1_048_576;
const TIMEOUT_MS = 4000;
const WITHOUT_BODY = [204, 205, 304];

/**
 * Returns a fetch for the addresses that a provider's description names. An owner has typed the
 * issuer, so its host and port may be anywhere. All other hosts must be public, and no redirect is
 * followed. Rejects with a `RefusedTarget` otherwise.
 */
export function createProviderFetch(issuer: string, resolve: Resolve = resolveAll): CustomFetch {
  const allowedHosts = [toHostAndPort(new URL(issuer))];
  return async (address, { method, headers, body, signal = AbortSignal.timeout(TIMEOUT_MS) }) => {
    const url = new URL(address);
    const target = { resolve, allowedHosts, advice: ADVICE };
    const addresses = await Promise.race([findTarget(url, target), rejectWhenAborted(signal)]);
    const sent = await new Response(body as BodyInit | undefined).text();
    const answer = await requestAt(url, { method, headers, body: sent, addresses, signal });
    const { statusCode: status = 500 } = answer;
    const text = await readStart(answer, MOST_BYTES);
    const type = { 'Content-Type': answer.headers['content-type'] ?? '' };
    return new Response(WITHOUT_BODY.includes(status) ? null : text, { status, headers: type });
  };
}

/** A host name cannot be looked up with a deadline. */
function rejectWhenAborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
}
