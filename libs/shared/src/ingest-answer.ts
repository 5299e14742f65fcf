/**
 * Answers to senders of reports. The relay and the renderer give the same answers, even when
 * Node.js refuses a request before a handler runs. Headers have the form that `writeHead` of
 * `node:http` takes.
 */

/**
 * Headers of every answer, refusals included. Without them, browsers hide the answer from the page
 * that sent the report.
 */
export const ingestHeaders = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Expose-Headers': 'x-sentry-error, x-sentry-rate-limits, retry-after',
  'Cross-Origin-Resource-Policy': 'cross-origin',
} as const;

/**
 * Headers of the answer to a preflight: any page may send reports, without credentials. Browsers
 * remember this for an hour.
 */
export const preflightHeaders = {
  ...ingestHeaders,
  'Access-Control-Allow-Methods': 'POST, GET, OPTIONS',
  'Access-Control-Allow-Headers':
    'X-Sentry-Auth, X-Requested-With, Origin, Accept, Content-Type, Content-Encoding, Authentication, Authorization, sentry-trace, baggage',
  'Access-Control-Max-Age': 3600,
} as const;

/**
 * Stored categories that share one rate limit, by the names that SDKs use. `internal` is missing,
 * because SDKs would otherwise discard their reports about dropped items.
 */
export const errorCategories = 'default;error;security;attachment;feedback;monitor';

/** Categories that senders must not send while nothing is taken. */
const HELD_CATEGORIES = `${errorCategories};session;log_item;transaction;span`;

/**
 * Categories that are not stored, because no page shows them, by the names that SDKs use. This list
 * must not contain a stored category, `internal` or `default`.
 */
export const unshownCategories = ['profile', 'trace_metric', 'replay'] as const;

/** Categories that are not stored where a project takes no spans. */
export const spanCategories = ['transaction', 'span'] as const;

/**
 * Returns the header that answers a report with items that are not stored. SDKs stop sending items
 * of these categories for this many seconds.
 */
export function toUnshownLimits(
  seconds: number,
  categories: readonly string[],
): { readonly 'X-Sentry-Rate-Limits': string } {
  return { 'X-Sentry-Rate-Limits': `${seconds}:${categories.join(';')}:project` };
}

export interface IngestRefusal {
  readonly status: number;
  readonly detail: string;
  readonly errors?: Readonly<Record<string, readonly string[]>>;
  readonly retryAfterSeconds?: number;
  /**
   * Scope of the wait: senders with this key, senders of this project, or (by default) everybody
   * who sends reports here.
   */
  readonly scope?: 'key' | 'project' | 'organization';
  /** Categories to hold back. Defaults to all that are stored. */
  readonly kinds?: string;
}

export function toIngestRefusal({
  detail,
  errors,
  retryAfterSeconds,
  scope,
  kinds,
}: IngestRefusal): {
  readonly headers: Readonly<Record<string, string | number>>;
  readonly body: string;
} {
  const body = JSON.stringify({ detail, errors });
  return {
    body,
    headers: {
      'Content-Type': 'application/json',
      'Content-Length': new TextEncoder().encode(body).length,
      'X-Sentry-Error': toHeaderText(detail),
      ...(retryAfterSeconds === undefined ? {} : toWaitHeaders(retryAfterSeconds, scope, kinds)),
    },
  };
}

/**
 * Builds the headers that make SDKs wait:
 * https://develop.sentry.dev/sdk/expected-features/rate-limiting/
 */
function toWaitHeaders(
  seconds: number,
  scope: IngestRefusal['scope'] = 'organization',
  kinds = HELD_CATEGORIES,
): Record<string, string | number> {
  return {
    'Retry-After': seconds,
    'X-Sentry-Rate-Limits': `${seconds}:${kinds}:${scope}`,
  };
}

function toHeaderText(text: string): string {
  return text.replaceAll(/[^\x20-\x7e]/g, '?');
}
