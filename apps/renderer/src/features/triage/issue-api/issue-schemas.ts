import { muteWindowMinutes } from '#shared';
import { schema } from '../../people/api/index.ts';
import { statuses, substatuses } from './issue-changes.dto.ts';

const { anything, anyObject, count, flag, id, listOf, named, object, oneOf, orNull, text, time } =
  schema;

const projectOfIssue = object({ id, slug: text, name: text, platform: orNull(text) });
const level = oneOf('fatal', 'error', 'warning', 'info', 'debug');
const version = object({ version: text });
const person = object({ id, name: text });

const issueFields = {
  id,
  shortId: text,
  shareId: { type: 'null' },
  title: text,
  culprit: text,
  permalink: text,
  logger: { type: 'null' },
  level,
  status: oneOf('resolved', 'unresolved', 'ignored'),
  substatus: orNull(text),
  statusDetails: anyObject,
  platform: orNull(text),
  project: projectOfIssue,
  type: text,
  issueType: text,
  issueCategory: text,
  metadata: anyObject,
  assignedTo: orNull(object({ type: oneOf('user'), id, name: text, email: text })),
  isPublic: flag,
  isBookmarked: flag,
  isSubscribed: flag,
  hasSeen: flag,
  annotations: listOf(anything),
  count: id,
  userCount: count,
  firstSeen: time,
  lastSeen: time,
  regressedRelease: orNull(version),
};

export const issueSchema = named('Issue', object(issueFields));
export const wholeIssueSchema = named(
  'IssueWithReleases',
  object({ ...issueFields, firstRelease: orNull(version), lastRelease: orNull(version) }),
);

const eventHead = {
  id: text,
  eventID: text,
  groupID: id,
  projectID: id,
  type: text,
  'event.type': text,
  dateCreated: time,
  title: text,
  message: text,
  culprit: text,
  location: { type: 'null' },
  platform: orNull(text),
  tags: listOf(object({ key: text, value: text })),
  user: orNull(anyObject),
};

const listedEvent = object(eventHead);

export const eventSchema = named(
  'Event',
  object({
    ...eventHead,
    metadata: object({ type: text, value: text }),
    dist: orNull(text),
    dateReceived: time,
    contexts: anyObject,
    context: anyObject,
    entries: listOf(
      object({
        type: oneOf('exception', 'message', 'threads', 'breadcrumbs', 'request'),
        data: anyObject,
      }),
    ),
    sdk: orNull(object({ name: text, version: text })),
    release: orNull(version),
    packages: anyObject,
    fingerprints: listOf(text),
    errors: listOf(anything),
    previousEventID: orNull(text),
    nextEventID: orNull(text),
  }),
);

/** `?full=true` adds the fields of `eventSchema` to each event. */
export const eventListSchema = listOf(listedEvent);

const tagValue = object({
  key: text,
  name: text,
  value: text,
  count,
  firstSeen: { type: 'null' },
  lastSeen: { type: 'null' },
});

export const tagSchema = named(
  'Tag',
  object({
    key: text,
    name: text,
    totalValues: count,
    uniqueValues: count,
    topValues: listOf(tagValue),
  }),
);
export const tagValuesSchema = listOf(tagValue);

const activity = object({
  id,
  type: text,
  data: anyObject,
  user: orNull(person),
  dateCreated: time,
});

export const noteSchema = named(
  'Note',
  object({
    id,
    type: oneOf('note'),
    data: object({ text }),
    user: orNull(person),
    dateCreated: time,
  }),
);
export const activitiesSchema = object({ activity: listOf(activity) });
export const newNoteSchema = object({ text });

const whole = { type: 'integer', minimum: 1 };
const muteWindow = { enum: muteWindowMinutes };
const details = {
  inRelease: orNull(text),
  inNextRelease: orNull(flag),
  ignoreDuration: orNull(whole),
  snoozeDuration: orNull(whole),
  ignoreCount: orNull(whole),
  ignoreUserCount: orNull(whole),
  ignoreWindow: orNull(muteWindow),
  ignoreUserWindow: orNull(muteWindow),
  ignoreUntil: orNull(time),
  untilEscalating: orNull(flag),
  ignoreUntilEscalating: orNull(flag),
};

export const issueChangesSchema = named(
  'IssueChanges',
  object(
    {},
    {
      status: orNull(oneOf(...statuses)),
      substatus: orNull(oneOf(...substatuses)),
      statusDetails: orNull(object({}, details)),
      assignedTo: orNull(text),
      merge: orNull({ enum: [1, true] }),
      ...details,
    },
  ),
);

export const changedSchema = object(
  {},
  {
    status: text,
    assignedTo: orNull(text),
    merge: object({ parent: id, children: listOf(id) }),
  },
);

export const shortIdSchema = object({
  organizationSlug: text,
  projectSlug: text,
  groupId: id,
  group: wholeIssueSchema,
  shortId: text,
});

export const eventIdSchema = object({
  organizationSlug: text,
  projectSlug: text,
  groupId: id,
  eventId: text,
  event: eventSchema,
});
