import { to } from '#shared';
import type { NormalisedEvent } from '#shared';
import type { IssuePageProps } from '../../src/features/triage/issue-pages/issues.dto.ts';

/** An event that carries next to nothing. */
export const bareEvent: NormalisedEvent = {
  eventId: 'a'.repeat(32),
  projectId: 1,
  occurredAtMs: 0,
  receivedAtMs: 0,
  level: 'error',
  platform: 'node',
  exceptions: [],
  breadcrumbs: [],
  tags: [],
  contexts: {},
  extra: {},
  cut: [],
};

/** Returns the props of a part that the page of an issue shows. */
export function findPart({ parts }: IssuePageProps, view: string): unknown {
  return parts.find((part) => part.view === view)?.data;
}

/** Props of the page of an issue with one event. */
export const issuePageProps: IssuePageProps = {
  parts: [],
  nowMs: 0,
  follows: ['project:1'],
  ofAll: to('/issues'),
  recent: 0,
  issue: {
    id: 7,
    shortId: 'WEB-7',
    project: 'web',
    type: 'Error',
    value: '',
    place: '',
    level: 'error',
    events: 1,
    users: 0,
    firstSeenMs: 0,
    lastSeenMs: 0,
    state: { status: 'unresolved', kind: 'new', sinceMs: 0 },
  },
  chart: {
    label: 'Last 24 hours',
    values: [],
    unit: 'hour',
    stepMs: 3_600_000,
    firstMs: 0,
    marks: [],
    names: [],
    ticks: [],
    ranges: [],
  },
  event: bareEvent,
};
