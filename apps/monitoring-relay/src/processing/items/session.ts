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
import type { SessionGroup, SessionItem } from '#product/recording/reports';
import { sessionLimits } from '#shared';
import type { SpooledItem } from '../spooled-envelope.ts';
import { type ItemPlace, type Made, mistake } from './made.ts';
import { parseItem } from './parsed-item.ts';

type Groups = readonly SessionGroup[];

/** SDKs may invent statuses; a session with another than these had an error. */
const WITHOUT_ERRORS = ['ok', 'exited', 'abnormal'];

/** Makes the update of one session. https://develop.sentry.dev/sdk/telemetry/sessions/ */
export function makeSession(item: SpooledItem, place: ItemPlace): Made {
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

/** Makes sessions that the SDK counted itself, by the minute in which they began. */
export function makeSessions(item: SpooledItem, place: ItemPlace): Made {
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
): Made {
  const parsed = parseItem(item);
  if (!parsed.ok) return parsed;
  const groups = toGroups(parsed.value);
  if (typeof groups === 'string') return mistake(item, groups);
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
  return { ok: true, session };
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
