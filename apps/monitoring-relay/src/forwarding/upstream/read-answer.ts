import { parseRateLimits, parseRetryAfter, type RateLimit, toRateLimits } from './rate-limits.ts';
import type { UpstreamAnswer } from './upstream-client.ts';

/** What became of one attempt to send a report. */
export type SendResult =
  /** It is there. What may not come from now on is said with it. */
  | { readonly kind: 'sent'; readonly limits: readonly RateLimit[] }
  /** Nothing of it was taken, for now. */
  | { readonly kind: 'limited'; readonly limits: readonly RateLimit[] }
  /** It will never be taken. */
  | { readonly kind: 'refused'; readonly detail: string }
  /** No report will be taken from here, until somebody changes that. */
  | { readonly kind: 'misconfigured'; readonly detail: string }
  | {
      readonly kind: 'unavailable';
      readonly detail: string;
      readonly retryAfterMs?: number;
      /** Whether that may be because of this report. */
      readonly isReportInDoubt: boolean;
    };

/** Of a service's words, in characters. */
const MOST_DETAIL = 200;
/** What is wrong with the report itself. */
const REFUSING: ReadonlySet<number> = new Set([400, 413, 415, 422]);
/** Said of the moment. */
const PASSING: ReadonlySet<number> = new Set([408, 425]);
/** A proxy's words for a service that is not there: no report is to blame. */
const AWAY: ReadonlySet<number> = new Set([502, 503, 504]);

/** `mask` takes out of the service's words what nobody else is to read. */
export function readAnswer(
  answer: UpstreamAnswer,
  { nowMs, mask }: { readonly nowMs: number; readonly mask: (text: string) => string },
): SendResult {
  const { status, headers } = answer;
  const detail = describe(answer, mask);
  if (status >= 200 && status < 300) {
    if (isOfService(answer)) return { kind: 'sent', limits: parseRateLimits(headers.rateLimits) };
    // What answers so is not the service: a sign-in page, a proxy.
    return { kind: 'unavailable', detail: `${detail} (not JSON)`, isReportInDoubt: false };
  }
  if (status === 429) return { kind: 'limited', limits: toRateLimits(headers, nowMs) };
  if (REFUSING.has(status)) return { kind: 'refused', detail };
  if (status < 500 && !PASSING.has(status)) return { kind: 'misconfigured', detail };
  const retryAfterMs = parseRetryAfter(headers.retryAfter, nowMs);
  const isReportInDoubt = !AWAY.has(status);
  const wait = retryAfterMs === undefined ? {} : { retryAfterMs };
  return { kind: 'unavailable', detail, isReportInDoubt, ...wait };
}

function isOfService({ body }: UpstreamAnswer): boolean {
  if (body.trim() === '') return true;
  try {
    JSON.parse(body);
    return true;
  } catch {
    return false;
  }
}

/** Masked before it is cut: of a secret that is cut in two nobody knows that it is one. */
function describe(
  { status, headers: { error, location } }: UpstreamAnswer,
  mask: (text: string) => string,
): string {
  const more = error ?? (location === undefined ? undefined : `to ${location}`);
  if (more === undefined) return `status ${status}`;
  return `status ${status}: ${mask(more).slice(0, MOST_DETAIL)}`;
}
