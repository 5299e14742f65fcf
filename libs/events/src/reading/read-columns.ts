import { type EventLevel, reportLimits } from '#shared';
import {
  type JsonObject,
  readObject,
  findHeader,
  readPairs,
  readText,
  readArray,
  readValues,
} from '../json/shape.ts';
import type { EventMeta } from '../storing/stored-event.ts';
import { readEventTags } from './event-tags.ts';
import { readLevel } from './levels.ts';
import { readNames, readTraceId } from './names.ts';
import { SentEvent } from './sent-event.ts';
import { readTime } from './timestamps.ts';
import { readUserIdentity } from './user.ts';
import { isAtUser } from './user-address.ts';

export interface EventColumns {
  readonly eventId: string;
  readonly projectId: number;
  readonly receivedAtMs: number;
  readonly occurredAtMs: number;
  readonly level: EventLevel;
  readonly release: string | undefined;
  readonly environment: string | undefined;
  readonly traceId: string | undefined;
  /**
   * Value of the tag `digest`, or what Next.js logged. Error pages of applications show this value
   * to their users.
   */
  readonly digest: string | undefined;
  readonly requestId: string | undefined;
  /** The user's id, or else email, username, name or network address. */
  readonly userName: string | undefined;
  /**
   * True when the event came from a user's device, such as a browser or phone, and not from a
   * server.
   */
  readonly isOfUsers: true | undefined;
  readonly tags: ReadonlyMap<string, string>;
}

/** Reads the database columns of an event in the form SDKs send. */
export function readColumns(
  event: JsonObject,
  meta: EventMeta,
  sent = new SentEvent(event),
): EventColumns {
  const names = readNames(event);
  const { release, environment } = names;
  const user = readUserIdentity(event, meta.senderAddress);
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
    digest: readTag(event['tags'], ['digest']) ?? readNextDigest(event),
    requestId: readRequestId(event),
    userName: user.id ?? user.email ?? user.username ?? user.name ?? user.ipAddress,
    isOfUsers: isAtUser(event) || undefined,
    tags: readEventTags(sent, { level, names, user }),
  };
}

const REQUEST_ID_TAGS = ['request_id', 'requestId', 'request-id', 'request.id', 'x-request-id'];

function readRequestId(event: JsonObject): string | undefined {
  const tag = readTag(event['tags'], REQUEST_ID_TAGS);
  if (tag !== undefined) return tag;
  const sent = findHeader(readObject(event['request'])?.['headers'], 'x-request-id');
  return readText(sent, reportLimits.tagValueLength);
}

function readTag(tags: unknown, names: readonly string[]): string | undefined {
  const last = readPairs(tags).findLast(([key]) => names.includes(key as string));
  return readText(last?.[1], reportLimits.tagValueLength);
}

const MESSAGE_LENGTH = 8192;

/**
 * Returns the digest that Next.js shows to the visitor for an error of its server. The SDK's
 * `captureRequestError` leaves the digest out. Next has written the error, digest included, to the
 * console before, and the SDK keeps that line as a breadcrumb. An error of a route handler has no
 * digest.
 */
export function readNextDigest(event: JsonObject): string | undefined {
  if (!readObject(readObject(event['contexts'])?.['nextjs'])) return undefined;
  const messages = readValues(event['exception']).map(
    (exception) => readText(readObject(exception)?.['value'], MESSAGE_LENGTH) ?? '',
  );
  for (const crumb of readValues(event['breadcrumbs']).toReversed()) {
    const data = readObject(readObject(crumb)?.['data']);
    for (const argument of readArray(data?.['arguments']) ?? []) {
      const logged = readObject(argument);
      const digest = logged && readText(logged['digest'], reportLimits.tagValueLength);
      if (digest !== undefined && isOf(messages, readText(logged!['message'], MESSAGE_LENGTH))) {
        return digest;
      }
    }
  }
  return undefined;
}

/** Older SDKs cut the message of the exception, and end it with dots. */
function isOf(messages: readonly string[], logged = ''): boolean {
  return messages.some(
    (message) =>
      message === logged || (message.endsWith('...') && logged.startsWith(message.slice(0, -3))),
  );
}
