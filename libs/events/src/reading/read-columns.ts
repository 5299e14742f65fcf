import { type EventLevel, reportLimits } from '#shared';
import { type JsonObject, readObject, readPairs, readText } from '../json/shape.ts';
import type { EventMeta } from '../storing/stored-event.ts';
import { AgentReader } from './agent-reader.ts';
import { readEventTags } from './event-tags.ts';
import { readLevel } from './levels.ts';
import { readNames, readTraceId } from './names.ts';
import { SentEvent } from './sent-event.ts';
import { readTime } from './timestamps.ts';
import { readWho } from './user.ts';
import { isAtUser } from './user-address.ts';

/** What lists, counts and search know of an event. */
export interface EventColumns {
  readonly eventId: string;
  readonly projectId: number;
  readonly receivedAtMs: number;
  readonly occurredAtMs: number;
  readonly level: EventLevel;
  readonly release: string | undefined;
  readonly environment: string | undefined;
  readonly traceId: string | undefined;
  /** The tag of that name: what a page of an application shows of its error. */
  readonly digest: string | undefined;
  /** What the application calls the request in which it happened: a tag, or the header `X-Request-Id`. */
  readonly requestId: string | undefined;
  /** The first of id, email, username and address that is known. */
  readonly userName: string | undefined;
  /** It is of a browser, a phone or another device of the user, and not of a server. */
  readonly isOfUsers: true | undefined;
  /** As `readEventTags` has them. */
  readonly tags: ReadonlyMap<string, string>;
}

/** Reads the columns of an event, which has the form in which SDKs send events. `sent` and `agents` have been read before. */
export function readColumns(
  event: JsonObject,
  meta: EventMeta,
  {
    sent = new SentEvent(event),
    agents = new AgentReader(),
  }: { readonly sent?: SentEvent; readonly agents?: AgentReader } = {},
): EventColumns {
  const names = readNames(event);
  const { release, environment } = names;
  const user = readWho(event, meta.senderAddress);
  const level = readLevel(event['level'], 'error');
  return {
    eventId: meta.eventId,
    projectId: meta.projectId,
    receivedAtMs: meta.receivedAtMs,
    occurredAtMs: readTime(event['timestamp'], meta).occurredAtMs,
    level,
    release,
    environment,
    traceId: readTraceId(event, meta),
    digest: readTag(event['tags'], ['digest']),
    requestId: readRequestId(event),
    userName: user.id ?? user.email ?? user.username ?? user.name ?? user.ipAddress,
    isOfUsers: isAtUser(event) || undefined,
    tags: readEventTags(sent, { level, names, user, agents }),
  };
}

/** As applications and log libraries write it. */
const REQUEST_ID_TAGS = ['request_id', 'requestId', 'request-id', 'request.id', 'x-request-id'];

function readRequestId(event: JsonObject): string | undefined {
  const tag = readTag(event['tags'], REQUEST_ID_TAGS);
  if (tag !== undefined) return tag;
  const headers = readPairs(readObject(event['request'])?.['headers']);
  const sent = headers.find(([name]) => String(name).toLowerCase() === 'x-request-id');
  return readText(sent?.[1], reportLimits.tagValueLength);
}

/** The last tag that has one of these names. */
function readTag(tags: unknown, names: readonly string[]): string | undefined {
  const last = readPairs(tags).findLast(([key]) => names.includes(String(key)));
  return readText(last?.[1], reportLimits.tagValueLength);
}
