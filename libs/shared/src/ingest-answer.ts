/**
 * Answers to senders of reports: the same by the relay, by the renderer before it, and by either where
 * Node.js refuses a request before a handler has seen it. Headers are given as `writeHead` of `node:http` takes them.
 */

/** On every answer, refusals included, or browsers hide it from the page whose SDK has reported. */
export const ingestHeaders = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Expose-Headers': 'x-sentry-error, x-sentry-rate-limits, retry-after',
  'Cross-Origin-Resource-Policy': 'cross-origin',
} as const;

/** On the answer to a preflight: for an hour any page may report, without credentials. */
export const preflightHeaders = {
  ...ingestHeaders,
  'Access-Control-Allow-Methods': 'POST, GET, OPTIONS',
  'Access-Control-Allow-Headers':
    'X-Sentry-Auth, X-Requested-With, Origin, Accept, Content-Type, Content-Encoding, Authentication, Authorization, sentry-trace, baggage',
  'Access-Control-Max-Age': 3600,
} as const;

/**
 * What senders hold back, as SDKs name it where they do so by kind: what is kept, and sessions, of which there are the most
 * beside it. Without `internal`,
 * though that is kept: in it SDKs tell what they have dropped, which they would throw away with what they hold back.
 */
const HELD_CATEGORIES = 'default;error;security;attachment;feedback;monitor;session';

/**
 * What nothing shows yet, and what is therefore not stored, as SDKs name it. Never what is kept, and never `internal` or
 * `default`.
 */
const UNSHOWN_CATEGORIES = 'transaction;span;profile;session;log_item;trace_metric;replay';

/** On the answer to a report with such items: SDKs send no more of them for so long, and all else as before. */
export function toUnshownLimits(seconds: number): { readonly 'X-Sentry-Rate-Limits': string } {
  return { 'X-Sentry-Rate-Limits': `${seconds}:${UNSHOWN_CATEGORIES}:project` };
}

export interface IngestRefusal {
  readonly status: number;
  readonly detail: string;
  /** The problems of a form, by field. */
  readonly errors?: Readonly<Record<string, readonly string[]>>;
  /** How long senders are asked to hold back. Absent: they need not. */
  readonly retryAfterSeconds?: number;
  /** What `retryAfterSeconds` is for: one key, one project, or, when absent, all that report here. */
  readonly scope?: 'key' | 'project' | 'organization';
  /** The categories that senders should hold back, with semicolons; all stored ones when absent. */
  readonly kinds?: string;
}

/** The answer to what is refused, its length included, beside `ingestHeaders`. */
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
      ...(retryAfterSeconds === undefined ? {} : toHoldBack(retryAfterSeconds, scope, kinds)),
    },
  };
}

/** https://develop.sentry.dev/sdk/expected-features/rate-limiting/ */
function toHoldBack(
  seconds: number,
  scope: IngestRefusal['scope'] = 'organization',
  kinds = HELD_CATEGORIES,
): Record<string, string | number> {
  return {
    'Retry-After': seconds,
    'X-Sentry-Rate-Limits': `${seconds}:${kinds}:${scope}`,
  };
}

/** Header values are Latin-1 on one line. */
function toHeaderText(text: string): string {
  return text.replaceAll(/[^\x20-\x7e]/g, '?');
}
