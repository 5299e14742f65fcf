import type { KeptKinds, KindWords } from '#product/recording/outcomes';
import type { ItemKind } from '#shared';

const BY_ERROR_KEY =
  'The item came with a key that accepts only errors, or without an event. Send it with another DSN.';

const UNKNOWN: KindWords = {
  title: 'Kinds that this version does not know',
  stop: 'A later version of Errata may keep them.',
};

/** Kinds that no capability keeps. */
const OTHERS: KeptKinds = {
  replay: {
    title: 'Replays',
    stop: 'Take out replayIntegration, or set replaysSessionSampleRate and replaysOnErrorSampleRate to 0.',
  },
  profile: {
    title: 'Profiles',
    stop: 'Leave out profileSessionSampleRate and profilesSampleRate (Python: profile_session_sample_rate, profiles_sample_rate), or set them to 0.',
  },
  trace_metric: {
    title: 'Metrics',
    stop: 'beforeSendMetric: () => null; before version 11 also enableMetrics: false. Python: before_send_metric that returns None.',
  },
  security: {
    title: 'Security reports',
    stop: 'Only violations of a Content-Security-Policy are kept: name this address in its report-uri or report-to alone.',
  },
};

/** Returns text such as `replays are not kept`. */
export function describeUnkept(kind: ItemKind, kept: KeptKinds): string {
  const { title } = describeUnshown(kind, kept);
  const name = title[0]!.toLowerCase() + title.slice(1);
  return kept[kind] ? `the key does not take ${name}` : `${name} are not kept`;
}

export function describeUnshown(kind: ItemKind, kept: KeptKinds): Required<KindWords> {
  const { title, stop = BY_ERROR_KEY } = kept[kind] ?? OTHERS[kind] ?? UNKNOWN;
  return { title, stop };
}
