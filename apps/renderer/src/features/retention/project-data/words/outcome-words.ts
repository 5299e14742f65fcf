import type { KeptKinds } from '#product/recording/outcomes';
import type { Ending, ItemKind, Outcome } from '#shared';
import { describeUnkept } from './unshown-words.ts';

type ReasonOf<Name extends Outcome> = Extract<Ending, { outcome: Name }>['reason'];

interface Texts<Name extends Outcome> {
  readonly title: string;
  readonly details: Readonly<Record<ReasonOf<Name>, string | undefined>>;
}

const TEXTS: { readonly [Name in Outcome]: Texts<Name> } = {
  stored: { title: 'Stored', details: { taken: undefined } },
  counted: {
    title: 'Counted only',
    details: {
      storm: 'hourly limit of the issue reached',
      budget: 'the storage budget is used up',
    },
  },
  forwarded: { title: 'Forwarded', details: { sent: undefined } },
  duplicate: {
    title: 'Duplicate',
    details: {
      event_id: 'the event was there already',
      content: 'the same logs or spans were there already',
    },
  },
  filtered: {
    title: 'Filtered',
    details: {
      kind: undefined,
      form: undefined,
      no_project: 'the project was deleted',
      no_event: 'belongs to no event',
      event_full: 'limit of its event reached',
      event_counted: 'its event was only counted',
      budget: 'the storage budget is used up',
      monitors_full: 'limit of cron monitors reached',
      extensions: 'by the project: browser extensions',
      crawlers: 'by the project: crawlers',
      noise: 'by the project: noise of browsers',
      outdated: 'by the project: outdated browsers',
      localhost: 'by the project: localhost',
      health: 'by the project: health checks',
      messages: 'by the project: its patterns of messages',
      releases: 'by the project: its patterns of releases',
      environments: 'by the project: its patterns of environments',
      level: 'by the project: less important than the logs that it keeps',
      no_logs: 'by the project: it keeps no logs',
      no_spans: 'by the project: it takes no spans',
      left_out: 'by the project: names of requests that it leaves out',
      own_sending: 'requests of an SDK to Errata itself',
      rules: 'by the project: its grouping rules',
      networks: 'by the project: its networks of senders',
    },
  },
  rate_limited: {
    title: 'Rate-limited',
    details: {
      key: 'the rate of its key',
      project: 'the rate of the project',
      upstream: 'the service it was forwarded to took none for too long',
      new_monitors: 'more new cron monitors than check-ins may make in an hour',
    },
  },
  invalid: {
    title: 'Invalid',
    details: {
      malformed: 'malformed',
      too_large: 'too large',
      encoding: 'in an unknown encoding',
      origin: 'from pages of an origin that the project does not allow',
      upstream: 'refused by the upstream',
    },
  },
  failed: {
    title: 'Failed',
    details: {
      no_room: 'refused: there was no room',
      busy: 'refused: memory was full',
      unwritable: 'refused: the spool could not be written',
      fault: 'refused: the relay failed',
      unreadable: 'kept as a failed report: it cannot be read',
      processing: 'kept as a failed report: processing failed',
      recording: 'kept as a failed report: the database refused it',
      damaged: 'kept as a failed report: the spool is damaged',
      upstream_away: 'not forwarded: the upstream did not answer for too long',
      upstream_full: 'not forwarded: too many reports waited',
    },
  },
};

/** The relay counts each refused form as a kind of item (`refused-forms.ts`). */
const FORMS: { readonly [Kind in ItemKind]?: string } = {
  error: 'a minidump',
  unknown: 'Network Error Logging',
  log_item: 'OpenTelemetry data',
  span: 'OpenTelemetry data',
  trace_metric: 'OpenTelemetry data',
};

export interface EndingWords {
  readonly title: string;
  readonly detail?: string;
  /** True for failures of Errata, and for losses that somebody should investigate. */
  readonly isBad: boolean;
}

export function describeEnding(
  { outcome, reason, kind }: Ending & { readonly kind: ItemKind },
  kept: KeptKinds,
): EndingWords {
  if (reason === 'kind') {
    return { title: 'Dropped', detail: describeUnkept(kind, kept), isBad: false };
  }
  if (reason === 'form') {
    return { title: 'Dropped', detail: `${FORMS[kind] ?? 'this'} is not read`, isBad: false };
  }
  const { title, details } = TEXTS[outcome];
  const detail = (details as Readonly<Record<string, string | undefined>>)[reason];
  return { title, detail, isBad: outcome === 'failed' };
}
