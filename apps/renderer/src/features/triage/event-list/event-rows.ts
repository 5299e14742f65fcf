import { readEventRow } from '#events';
import type { EventRow } from '#events';
import type { Issue } from '#product/recording/issues';
import type { ListedEvent } from '#product/recording/storage';
import { toIssueTitle } from '#shared';
import { Turn } from '#telemetry/plain';
import type { EventListRow } from './event-list.dto.ts';
import type { EventSearch } from './event-search.ts';
import { toEventAddress } from './events-address.ts';
import { chooseTags, listTags } from './tag-columns.ts';

interface Columns {
  readonly hasMessage: boolean;
  readonly tags: readonly string[];
}

const MESSAGE_LENGTH = 200;

interface ReadEvent {
  readonly listed: ListedEvent;
  readonly row: EventRow | undefined;
  readonly message: string | undefined;
}

/** Payloads may have a megabyte each, so other requests run between two of them. */
export async function toEventTable(
  issue: Issue,
  events: readonly ListedEvent[],
  { asked, filter }: { asked: readonly string[] | undefined; filter: EventSearch },
) {
  const read = await new Turn().map(events, (listed) => readListed(listed, issue));
  const tagsOfAll = read.flatMap(({ row }) => row?.tags ?? []);
  const tags = asked ?? chooseTags(tagsOfAll);
  const columns = {
    hasMessage: read.some(({ message }) => message !== undefined && message !== issue.value),
    hasRelease: events.some(({ event }) => event.release !== undefined),
    hasEnvironment: events.some(({ event }) => event.environment !== undefined),
    hasUser: read.some((each) => toUser(each) !== undefined),
    tags,
  };
  return {
    columns,
    offered: [...new Set([...listTags(tagsOfAll), ...tags])].toSorted(),
    events: read.map((each) => toRow(each, { issue, filter, columns })),
  };
}

function readListed(listed: ListedEvent, issue: Issue): ReadEvent {
  const { payload } = listed;
  const row = payload && readEventRow(payload.json);
  return { listed, row, message: row && toMessage(row, issue) };
}

function toMessage({ title }: EventRow, issue: Issue): string {
  return title.type === issue.type ? title.value : toIssueTitle(title);
}

function toUser({ listed, row }: ReadEvent): string | undefined {
  return row?.user ?? listed.event.userName;
}

function toRow(
  read: ReadEvent,
  { issue, filter, columns }: { issue: Issue; filter: EventSearch; columns: Columns },
): EventListRow {
  const { event, payload } = read.listed;
  const { eventId, occurredAtMs, level, release, environment } = event;
  const { message = '' } = read;
  const user = toUser(read);
  return {
    eventId,
    href: toEventAddress(issue.id, eventId, filter),
    occurredAtMs,
    level,
    message: columns.hasMessage ? cut(message) : undefined,
    release,
    environment,
    user,
    tags: columns.tags.map((key) => read.row?.tags.get(key) ?? ''),
    isStub: payload ? undefined : true,
  };
}

function cut(message: string): string {
  if (message.length <= MESSAGE_LENGTH) return message;
  return `${message.slice(0, MESSAGE_LENGTH - 1).toWellFormed()}…`;
}
