import { type EventLevel, reportLimits } from '#shared';
import { type JsonObject, readPairs, readText } from '../json/shape.ts';
import type { EventMeta } from '../storing/stored-event.ts';
import { readLevel } from './levels.ts';
import { readNames, readTraceId } from './names.ts';
import { readTime } from './timestamps.ts';
import { readWho } from './user.ts';
import { toUserHash } from './user-hash.ts';

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
  /** The first of id, email, username and address that is known. */
  readonly userName: string | undefined;
  /** Stable hash of the user, absent when the event names none. */
  readonly userHash: string | undefined;
}

/** Reads the columns of an event, which has the form in which SDKs send events. */
export function readColumns(event: JsonObject, meta: EventMeta): EventColumns {
  const { release, environment } = readNames(event);
  const user = readWho(event, meta.senderAddress);
  return {
    eventId: meta.eventId,
    projectId: meta.projectId,
    receivedAtMs: meta.receivedAtMs,
    occurredAtMs: readTime(event['timestamp'], meta).occurredAtMs,
    level: readLevel(event['level'], 'error'),
    release,
    environment,
    traceId: readTraceId(event, meta),
    digest: readTag(event['tags'], 'digest'),
    userName: user.id ?? user.email ?? user.username ?? user.name ?? user.ipAddress,
    userHash: toUserHash(user),
  };
}

function readTag(tags: unknown, name: string): string | undefined {
  const values = readPairs(tags).filter(([key]) => key === name);
  return readText(values.at(-1)?.[1], reportLimits.tagValueLength);
}
