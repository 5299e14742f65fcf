import type { ItemKind } from '#shared';

export interface RefusedForm {
  readonly kind: ItemKind;
  readonly detail: string;
}

/**
 * Crashpad and others upload minidumps: https://docs.sentry.io/platforms/native/guides/minidumps/
 */
export const minidump: RefusedForm = {
  kind: 'error',
  detail:
    'The report is a minidump. Build sentry-native with its backend "inproc" instead: it sends a crash as an event.',
};

/** https://www.w3.org/TR/network-error-logging/ */
export const networkErrors: RefusedForm = {
  kind: 'unknown',
  detail:
    'The report is Network Error Logging. Remove the header NEL from your pages, and report failed requests with a Sentry SDK.',
};

const OF_TELEMETRY =
  'The report is OpenTelemetry data. Report errors with a Sentry SDK and the same key instead.';

/**
 * Keyed by the last segment of the URL: https://opentelemetry.io/docs/specs/otlp/#otlphttp-request
 */
export const telemetry: ReadonlyMap<string, RefusedForm> = new Map([
  ['logs', { kind: 'log_item', detail: OF_TELEMETRY }],
  ['metrics', { kind: 'trace_metric', detail: OF_TELEMETRY }],
  ['traces', { kind: 'span', detail: OF_TELEMETRY }],
]);
