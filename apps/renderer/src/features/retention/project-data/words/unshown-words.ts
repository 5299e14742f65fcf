import type { ItemKind } from '#shared';

interface UnshownWords {
  readonly title: string;
  /**
   * A sentence that says how to stop the SDK from sending items of this kind. The options are those
   * of the SDKs for JavaScript 11 and Python 2.68.
   */
  readonly stop: string;
}

const TRACES =
  'Leave out tracesSampleRate and tracesSampler (Python: traces_sample_rate, traces_sampler), or set the rate to 0.';
const BY_ERROR_KEY =
  'The item came with a key that accepts only errors, or without an event. Send it with another DSN.';

const WORDS: Readonly<Record<ItemKind, UnshownWords>> = {
  transaction: { title: 'Transactions', stop: TRACES },
  span: { title: 'Spans', stop: TRACES },
  session: {
    title: 'Sessions',
    stop: 'Browsers: take BrowserSession out of the integrations. Node: httpIntegration({ trackIncomingRequestsAsSessions: false }). Python: auto_session_tracking=False. Mobile and older SDKs: autoSessionTracking off.',
  },
  replay: {
    title: 'Replays',
    stop: 'Take out replayIntegration, or set replaysSessionSampleRate and replaysOnErrorSampleRate to 0.',
  },
  profile: {
    title: 'Profiles',
    stop: 'Leave out profileSessionSampleRate and profilesSampleRate (Python: profile_session_sample_rate, profiles_sample_rate), or set them to 0.',
  },
  log_item: {
    title: 'Logs',
    stop: 'beforeSendLog: () => null; before version 11 also enableLogs: false. Python: before_send_log that returns None.',
  },
  trace_metric: {
    title: 'Metrics',
    stop: 'beforeSendMetric: () => null; before version 11 also enableMetrics: false. Python: before_send_metric that returns None.',
  },
  monitor: {
    title: 'Check-ins of cron jobs',
    stop: 'Take out withMonitor, captureCheckIn and Sentry.cron (Python: @monitor, and monitor_beat_tasks of CeleryIntegration).',
  },
  security: {
    title: 'Security reports',
    stop: 'Only violations of a Content-Security-Policy are kept: name this address in its report-uri or report-to alone.',
  },
  error: { title: 'Errors', stop: BY_ERROR_KEY },
  attachment: { title: 'Attachments', stop: BY_ERROR_KEY },
  feedback: { title: 'Feedback', stop: BY_ERROR_KEY },
  default: { title: 'User reports', stop: BY_ERROR_KEY },
  internal: { title: 'Client reports', stop: 'sendClientReports: false.' },
  unknown: {
    title: 'Kinds that this version does not know',
    stop: 'A later version of Errata may keep them.',
  },
};

/** Kinds that Errata keeps, unless the key accepts only errors. */
const KEPT: ReadonlySet<ItemKind> = new Set([
  'session',
  'log_item',
  'transaction',
  'span',
  'monitor',
  'error',
  'attachment',
  'feedback',
  'default',
  'internal',
]);

/** Returns text such as `replays are not kept`. */
export function describeUnkept(kind: ItemKind): string {
  const { title } = WORDS[kind];
  const name = title[0]!.toLowerCase() + title.slice(1);
  return KEPT.has(kind) ? `the key does not take ${name}` : `${name} are not kept`;
}

export function describeUnshown(kind: ItemKind): UnshownWords {
  return WORDS[kind];
}
