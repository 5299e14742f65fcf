/**
 * Answers to senders of reports. The relay and the renderer give the same ones, also when Node.js
 * refuses a request before a handler runs. Headers have the form that `writeHead` of `node:http`
 * takes.
 */

/**
 * Every answer needs these headers, also a refusal. Without them browsers hide the answer from the
 * page that reported.
 */
export const ingestHeaders = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Expose-Headers': 'x-sentry-error, x-sentry-rate-limits, retry-after',
  'Cross-Origin-Resource-Policy': 'cross-origin',
} as const;

/**
 * Headers of the answer to a preflight: any page may report, without credentials. Browsers remember
 * this for an hour.
 */
export const preflightHeaders = {
  ...ingestHeaders,
  'Access-Control-Allow-Methods': 'POST, GET, OPTIONS',
  'Access-Control-Allow-Headers':
    'X-Sentry-Auth, X-Requested-With, Origin, Accept, Content-Type, Content-Encoding, Authentication, Authorization, sentry-trace, baggage',
  'Access-Control-Max-Age': 3600,
} as const;

/**
 * Categories that senders should hold back, by their SDK names: everything that is stored, and
 * sessions, which are the most frequent of the rest. `internal` is missing although it is stored:
 * SDKs report their own drops in it and would discard these reports too.
 */
const HELD_CATEGORIES = 'default;error;security;attachment;feedback;monitor;session';

/**
 * Categories that no page shows and that are therefore not stored, by their SDK names. Must not
 * contain a stored category, `internal` or `default`.
 */
const UNSHOWN_CATEGORIES = 'transaction;span;profile;session;log_item;trace_metric;replay';

/**
 * Returns the header for a report with such items. SDKs send no more of these categories for so
 * many seconds, and everything else as before.
 */
export function toUnshownLimits(seconds: number): { readonly 'X-Sentry-Rate-Limits': string } {
  return { 'X-Sentry-Rate-Limits': `${seconds}:${UNSHOWN_CATEGORIES}:project` };
}

export interface IngestRefusal {
  readonly status: number;
  readonly detail: string;
  readonly errors?: Readonly<Record<string, readonly string[]>>;
  /** Time that senders are asked to wait. Absent when they need not wait. */
  readonly retryAfterSeconds?: number;
  /**
   * Scope of the wait: one key, one project, or everybody who reports here, which is the default.
   */
  readonly scope?: 'key' | 'project' | 'organization';
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
      ...(retryAfterSeconds === undefined ? {} : toHoldBack(retryAfterSeconds, scope, kinds)),
    },
  };
}

/** Format: https://develop.sentry.dev/sdk/expected-features/rate-limiting/ */
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

function toHeaderText(text: string): string {
  return text.replaceAll(/[^\x20-\x7e]/g, '?');
}
