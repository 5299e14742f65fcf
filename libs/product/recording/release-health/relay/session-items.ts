import { hash } from 'node:crypto';
import {
  type JsonObject,
  readArray,
  readObject,
  readText,
  readTime,
  readTimestampMs,
  toUserHash,
  withoutUndefined,
} from '#events';
import type { SessionGroup, SessionItem } from '../store/session-item.ts';
import { sessionLimits } from '#shared';
import {
  declareItems,
  type ItemPlace,
  mistake,
  parseItem,
  type ReadItem,
  type SpooledItem,
} from '#product/recording/reports/relay';

type Groups = readonly SessionGroup[];

/** SDKs may invent statuses; a session with another than these had an error. */
const WITHOUT_ERRORS = ['ok', 'exited', 'abnormal'];

/**
 * An item of 1,000 aggregates costs as much as some 100 events, and an item of sessions that began on
 * several days as much as an event for each day (measured).
 */
const AGGREGATES_PER_EVENT = 10;
const DAY_MS = 86_400_000;

export const sessionItems = declareItems({
  list: 'sessions',
  types: {
    session: {
      kind: 'session',
      read: readSession,
      examples: ['{"sid":"a","did":$,"attrs":{"release":$,"environment":$}}'],
    },
    sessions: { kind: 'session', read: readSessions, examples: ['{"aggregates":$}'] },
  },
  weigh: weighSessions,
});

export function weighSessions({ groups }: Pick<SessionItem, 'groups'>): number {
  const days = new Set(groups.map(({ startedAtMs }) => Math.floor(startedAtMs / DAY_MS)));
  return Math.max(Math.ceil(groups.length / AGGREGATES_PER_EVENT), days.size);
}

/** Reads the update of one session. https://develop.sentry.dev/sdk/telemetry/sessions/ */
export function readSession(item: SpooledItem, place: ItemPlace): ReadItem<SessionItem> {
  return make(item, place, (payload) => {
    const { sid, did, status = 'ok', init, errors } = payload;
    const id = readText(sid, sessionLimits.idLength);
    if (!id) return 'The session has no id.';
    const isWithErrors = !WITHOUT_ERRORS.includes(status as string);
    return [
      withoutUndefined({
        startedAtMs: toStartMs(payload['started'], place),
        begun: init === true ? 1 : 0,
        errored: 0,
        crashed: status === 'crashed' ? 1 : 0,
        abnormal: status === 'abnormal' ? 1 : 0,
        unhandled: status === 'unhandled' ? 1 : undefined,
        sessionHash: hash('sha256', id),
        hasErrors: isWithErrors || readCount(errors) > 0 || undefined,
        userHash: toUser(did),
      }),
    ];
  });
}

/** Reads sessions that the SDK counted itself, by the minute in which they began. */
export function readSessions(item: SpooledItem, place: ItemPlace): ReadItem<SessionItem> {
  return make(item, place, ({ aggregates }) => {
    const sent = readArray(aggregates);
    if (!sent) return 'The sessions have no list of aggregates.';
    if (sent.length > sessionLimits.aggregates) return 'The sessions have too many aggregates.';
    return sent.flatMap((each) => {
      const aggregate = readObject(each);
      return aggregate ? [toGroup(aggregate, place)] : [];
    });
  });
}

function make(
  item: SpooledItem,
  { report }: ItemPlace,
  toGroups: (payload: JsonObject) => Groups | string,
): ReadItem<SessionItem> {
  const parsed = parseItem(item);
  if (!parsed.ok) return parsed;
  const groups = toGroups(parsed.value);
  if (typeof groups === 'string') return mistake(groups);
  const { projectId, receivedAtMs } = report;
  const attributes = readObject(parsed.value['attrs']);
  const session: SessionItem = {
    projectId,
    receivedAtMs,
    groups,
    ...withoutUndefined({
      release: readText(attributes?.['release'], sessionLimits.releaseLength) || undefined,
      environment:
        readText(attributes?.['environment'], sessionLimits.environmentLength) || undefined,
    }),
  };
  return { ok: true, item: session };
}

function toGroup(aggregate: JsonObject, place: ItemPlace): SessionGroup {
  const count = (name: string): number => readCount(aggregate[name]);
  const [exited, errored, unhandled, crashed, abnormal] = [
    count('exited'),
    count('errored'),
    count('unhandled'),
    count('crashed'),
    count('abnormal'),
  ];
  return withoutUndefined({
    startedAtMs: toStartMs(aggregate['started'], place),
    begun: exited + errored + unhandled + crashed + abnormal,
    errored: errored + unhandled + crashed,
    crashed,
    abnormal,
    unhandled: unhandled || undefined,
    userHash: toUser(aggregate['did']),
  });
}

function readCount(value: unknown): number {
  return Number.isInteger(value)
    ? Math.min(Math.max(0, value as number), sessionLimits.counted)
    : 0;
}

function toUser(value: unknown): string | undefined {
  const id = readText(value, sessionLimits.idLength);
  return id ? toUserHash({ id }) : undefined;
}

/**
 * Corrects the sender's clock as for events. Sessions begin before they are reported, and at most
 * some days before. Other times are replaced by the time of receipt.
 */
function toStartMs(started: unknown, { report, header }: ItemPlace): number {
  const { receivedAtMs } = report;
  const sentAtMs = readTimestampMs(header.sentAt);
  const { occurredAtMs } = readTime(started, { receivedAtMs, sentAtMs });
  const isPossible =
    occurredAtMs <= receivedAtMs && occurredAtMs > receivedAtMs - sessionLimits.startedWithinMs;
  return isPossible ? occurredAtMs : receivedAtMs;
}
