import { parseRateLimits, parseRetryAfter, type RateLimit, toRateLimits } from './rate-limits.ts';
import type { UpstreamAnswer } from './upstream-client.ts';

export type SendResult =
  | { readonly kind: 'sent'; readonly limits: readonly RateLimit[] }
  | { readonly kind: 'limited'; readonly limits: readonly RateLimit[] }
  | { readonly kind: 'refused'; readonly detail: string }
  /** The service takes no report from this relay until somebody changes the settings. */
  | { readonly kind: 'misconfigured'; readonly detail: string }
  | {
      readonly kind: 'unavailable';
      readonly detail: string;
      readonly retryAfterMs?: number;
      readonly isReportInDoubt: boolean;
    };

const MOST_DETAIL = 200;
const REFUSING: ReadonlySet<number> = new Set([400, 413, 415, 422]);
const PASSING: ReadonlySet<number> = new Set([408, 425]);
/**
 * A proxy answers with these statuses when the service is unreachable. The report is not at fault.
 */
const AWAY: ReadonlySet<number> = new Set([502, 503, 504]);

export function readAnswer(
  answer: UpstreamAnswer,
  { nowMs, mask }: { readonly nowMs: number; readonly mask: (text: string) => string },
): SendResult {
  const { status, headers } = answer;
  const detail = describe(answer, mask);
  if (status >= 200 && status < 300) {
    if (isOfService(answer)) return { kind: 'sent', limits: parseRateLimits(headers.rateLimits) };
    // A sign-in page or a proxy answered instead of the service.
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

/**
 * Masks secrets before cutting the text, because a secret that was cut in two would not be
 * recognized.
 */
function describe(
  { status, headers: { error, location } }: UpstreamAnswer,
  mask: (text: string) => string,
): string {
  const more = error ?? (location === undefined ? undefined : `to ${location}`);
  if (more === undefined) return `status ${status}`;
  return `status ${status}: ${mask(more).slice(0, MOST_DETAIL)}`;
}
