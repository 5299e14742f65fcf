export interface RateLimit {
  readonly forMs: number;
  /** Kinds of items, with the names that SDKs use. Empty means all kinds. */
  readonly categories: readonly string[];
  readonly isOfOrganization: boolean;
}

const DEFAULT_MS = 60_000;

/**
 * Parses `X-Sentry-Rate-Limits`. https://develop.sentry.dev/sdk/expected-features/rate-limiting/
 */
export function parseRateLimits(header: string | undefined): RateLimit[] {
  return (header ?? '')
    .split(',')
    .map((limit) => limit.trim())
    .filter((limit) => limit !== '')
    .map((limit) => {
      const [seconds = '', categories = '', scope = ''] = limit.split(':');
      return {
        forMs: toMs(seconds) ?? DEFAULT_MS,
        categories: categories.split(';').filter((category) => category !== ''),
        isOfOrganization: scope.trim() === 'organization',
      };
    });
}

export function parseRetryAfter(header: string | undefined, nowMs: number): number | undefined {
  if (header === undefined) return undefined;
  const dateMs = Date.parse(header);
  return toMs(header) ?? (Number.isNaN(dateMs) ? undefined : Math.max(0, dateMs - nowMs));
}

/**
 * Returns the limits of a 429 answer. When the answer names no kinds, the limit applies to all
 * kinds.
 */
export function toRateLimits(
  headers: { readonly rateLimits: string | undefined; readonly retryAfter: string | undefined },
  nowMs: number,
): RateLimit[] {
  const limits = parseRateLimits(headers.rateLimits);
  if (limits.length > 0) return limits;
  const forMs = parseRetryAfter(headers.retryAfter, nowMs) ?? DEFAULT_MS;
  return [{ forMs, categories: [], isOfOrganization: false }];
}

function toMs(seconds: string): number | undefined {
  return /^\s*\d+(?:\.\d*)?\s*$/.test(seconds) ? Math.ceil(Number(seconds) * 1000) : undefined;
}
