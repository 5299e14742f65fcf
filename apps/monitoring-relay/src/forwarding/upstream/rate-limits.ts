/** What is not to be sent for a while. */
export interface RateLimit {
  readonly forMs: number;
  /** As SDKs name kinds of items; empty: all. */
  readonly categories: readonly string[];
  /** Whether it is of all that its organization has, not of this project or key alone. */
  readonly isOfOrganization: boolean;
}

/** Where a service says that there is a limit, and not how long. */
const DEFAULT_MS = 60_000;

/** https://develop.sentry.dev/sdk/expected-features/rate-limiting/ */
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

/** Of `Retry-After`, in seconds or as a date; undefined where neither stands there. */
export function parseRetryAfter(header: string | undefined, nowMs: number): number | undefined {
  if (header === undefined) return undefined;
  const dateMs = Date.parse(header);
  return toMs(header) ?? (Number.isNaN(dateMs) ? undefined : Math.max(0, dateMs - nowMs));
}

/** Of an answer that takes nothing: by kind where it says so, else of everything. */
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
