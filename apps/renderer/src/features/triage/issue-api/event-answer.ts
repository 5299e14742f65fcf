import { readEventRow, readPayload, readStub } from '#events';
import type { Issue } from '#product/recording/issues';
import type { EventInIssue, ListedEvent } from '#product/recording/storage';
import { toIssueTitle } from '#shared';
import type { EventUser, NormalisedEvent } from '#shared';
import { toEntries } from './event-entries.ts';
import { toIso } from './issue-answer.ts';

export function toEventAnswer(
  issue: Issue,
  {
    event: facts,
    payload,
    notKept,
    olderEventId,
    newerEventId,
  }: Pick<EventInIssue, 'event' | 'payload' | 'olderEventId' | 'newerEventId'> & {
    readonly notKept?: EventInIssue['notKept'] | ListedEvent['notKept'];
  },
): object {
  const event = payload ? readPayload(payload.json) : readStub(facts);
  const { user, sdk, release, title = issue } = event;
  return {
    ...toHead(issue, event),
    title: toIssueTitle(title),
    message: event.message ?? title.value,
    culprit: title.place,
    metadata: { type: title.type, value: title.value },
    location: null,
    platform: event.platform,
    dist: event.dist ?? null,
    dateReceived: toIso(event.receivedAtMs),
    tags: toTags(event),
    user: user ? toUserAnswer(user) : null,
    contexts: event.contexts,
    context: event.extra,
    packages: Object.fromEntries(event.modules ?? []),
    sdk: sdk ? { name: sdk.name, version: sdk.version } : null,
    release: release === undefined ? null : { version: release },
    fingerprints: event.fingerprint ?? [],
    entries: toEntries(event),
    errors: [],
    previousEventID: olderEventId ?? null,
    nextEventID: newerEventId ?? null,
    // Errata's own field: the reason why the payload of the event is not kept.
    ...(notKept ? { notKept: typeof notKept === 'string' ? notKept : notKept.why } : {}),
  };
}

export function toListedAnswer(issue: Issue, { event, payload }: ListedEvent): object {
  const row = payload && readEventRow(payload.json);
  const { title = issue, tags = new Map<string, string>(), user = event.userName } = row ?? {};
  return {
    ...toHead(issue, event),
    title: toIssueTitle(title),
    message: title.value,
    culprit: title.place,
    location: null,
    platform: null,
    tags: [...tags].map(([key, value]) => ({ key, value })),
    user: user === undefined ? null : { ...NO_USER, username: user },
  };
}

const NO_USER = {
  id: null,
  email: null,
  username: null,
  name: null,
  ip_address: null,
};

function toHead(
  issue: Issue,
  { eventId, occurredAtMs }: Pick<NormalisedEvent, 'eventId' | 'occurredAtMs'>,
): object {
  return {
    id: eventId,
    eventID: eventId,
    groupID: String(issue.id),
    projectID: String(issue.projectId),
    type: 'error',
    'event.type': 'error',
    dateCreated: toIso(occurredAtMs),
  };
}

/**
 * Adds the fields that Sentry shows as tags. The event's own tags of the same names take
 * precedence.
 */
function toTags(event: NormalisedEvent): object[] {
  const { level, environment, release, dist, serverName, transaction, logger } = event;
  const known = {
    level,
    environment,
    release,
    dist,
    server_name: serverName,
    transaction,
    logger,
  };
  const sent = new Map(event.tags);
  const all = [...Object.entries(known).filter(([key]) => !sent.has(key)), ...sent];
  return all.flatMap(([key, value]) => (value === undefined ? [] : [{ key, value }]));
}

function toUserAnswer({ id, email, username, name, ipAddress, geo, data }: EventUser): object {
  return {
    ...NO_USER,
    id: id ?? null,
    email: email ?? null,
    username: username ?? null,
    name: name ?? null,
    ip_address: ipAddress ?? null,
    ...(geo ? { geo: onlyTexts(geo) } : {}),
    data: data ?? {},
  };
}

/** Drops values that are not strings: clients refuse an event whose `geo` has numbers. */
function onlyTexts(fields: Readonly<Record<string, unknown>>): object {
  return Object.fromEntries(
    Object.entries(fields).filter(([, value]) => typeof value === 'string'),
  );
}
