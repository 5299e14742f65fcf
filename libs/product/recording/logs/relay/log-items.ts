import { hash } from 'node:crypto';
import {
  hideAddressesInLog,
  hideSecrets,
  type JsonObject,
  MAX_SENDING_MS,
  readArray,
  readObject,
  readText,
  readTime,
  readTimestampMs,
  type Receipt,
  withoutUndefined,
} from '#events';
import type { LogItem } from '../store/log-item.ts';
import {
  findOwn,
  defaultLogSettings,
  type Ending,
  type FilterName,
  isAtLeast,
  type Log,
  logLevels,
  type LogSeverity,
  logLimits,
  type LogValue,
  reportLimits,
  toHexId,
  type EnvelopeHeader,
} from '#shared';
import {
  declareItems,
  type ItemPlace,
  mistake,
  parseItem,
  type ReadItem,
  type SpooledItem,
} from '#product/recording/reports/relay';
import { isNamed, SEQUENCE } from '../rules/log-facts.ts';
import { weighLogs } from '../rules/log-weight.ts';

/** A log before secrets are hidden. `hideSecrets` changes body and attributes in place. */
interface SentLog {
  readonly sent: JsonObject;
  readonly level: LogSeverity;
  readonly texts: { body: string; readonly attributes: Record<string, unknown> };
}

type Reason = FilterName | 'level' | 'no_logs' | 'malformed';

const SPAN_ID = /^[0-9a-f]{16}$/;
/** Node's SDK sends the span as an attribute. */
const SPAN = 'sentry.trace.parent_span_id';
/** SDKs of JavaScript and Rust send logs when there are so many, or so long after the first. */
const LOGS_AT_ONCE = 100;
const SENT_AFTER_MS = 5000;
const AGREES_MS = 1000;
const MINUTE_MS = 60_000;
const OTHER_LEVELS: Readonly<Record<string, LogSeverity>> = {
  warning: 'warn',
  critical: 'fatal',
};

export const logItems = declareItems({
  list: 'logs',
  types: {
    log: {
      kind: 'log_item',
      isContainer: true,
      maxBytes: reportLimits.eventBytes,
      read: readLogs,
      examples: [
        '{"items":[{"timestamp":1767614398,"level":$,"body":$,"attributes":{"a":{"value":$}}}]}',
        '{"items":$}',
      ],
    },
  },
  count: ({ logs, dropped }) => dropped.reduce((sum, { quantity }) => sum + quantity, logs.length),
  weigh: ({ logs }) => weighLogs(logs),
});

/** Reads the logs of one item. https://develop.sentry.dev/sdk/telemetry/logs/ */
export function readLogs(item: SpooledItem, place: ItemPlace): ReadItem<LogItem> {
  const parsed = parseItem(item);
  if (!parsed.ok) return parsed;
  const entries = readArray(parsed.value['items']);
  if (!entries) return mistake('The item has no list of logs.');
  if (entries.length > logLimits.logsPerItem) {
    return mistake(`The item has more than ${logLimits.logsPerItem} logs.`);
  }
  const { projectId, receivedAtMs } = place.report;
  const dropped = new Map<Reason, number>();
  const said = place.claimed;
  const unclaimed = Math.abs(said - entries.length);
  if (unclaimed > 0) dropped.set('malformed', unclaimed);
  const kept: SentLog[] = [];
  for (const entry of entries.slice(0, said)) {
    const log = readLog(entry);
    const reason = log ? findReason(log, place) : 'malformed';
    if (reason !== undefined) dropped.set(reason, (dropped.get(reason) ?? 0) + 1);
    else if (log) kept.push(log);
  }
  hideSecrets({ logs: kept.map(({ texts }) => texts) }, place.hiding, { json: parsed.json });
  for (const { texts } of kept) hideAddressesInLog(texts, place.hiding.privacy.addresses);
  const receipt = readReceipt(kept, place);
  const logs = keepMinutes(kept.map((each) => toLog(each, receipt, place.header)));
  const late = kept.length - logs.length;
  if (late > 0) dropped.set('malformed', (dropped.get('malformed') ?? 0) + late);
  const made: LogItem = {
    projectId,
    receivedAtMs,
    item: place.item,
    content: kept.every(isRecognisable) ? hash('sha1', item.payload, 'base64url') : undefined,
    logs,
    dropped: Array.from(dropped, ([reason, quantity]) => ({ ...toEnding(reason), quantity })),
  };
  return { ok: true, item: made };
}

/** Leaves out logs of further minutes, because a thousand logs of as many minutes take 0.2 s. */
function keepMinutes(logs: readonly Log[]): Log[] {
  const minutes = new Set<number>();
  return logs.filter(({ atMs }) => {
    const minute = Math.floor(atMs / MINUTE_MS);
    if (minutes.size < logLimits.minutesPerItem) minutes.add(minute);
    return minutes.has(minute);
  });
}

/** Returns true when time and trace tell the log from all others, as SDKs send them. */
function isRecognisable({ sent: { timestamp, trace_id: traceId } }: SentLog): boolean {
  return readTimestampMs(timestamp) !== undefined && toHexId(traceId) !== undefined;
}

function readLog(entry: unknown): SentLog | undefined {
  const sent = readObject(entry);
  const body = sent?.['body'];
  if (!sent || typeof body !== 'string' || body === '') return undefined;
  const level = readLevel(sent);
  return { sent, level, texts: { body, attributes: readAttributes(sent['attributes']) } };
}

/** Falls back on the number of OpenTelemetry: four for each level, from trace on. */
function readLevel({ level, severity_number: severity }: JsonObject): LogSeverity {
  const name = typeof level === 'string' ? level.toLowerCase() : '';
  const known = logLevels.find((each) => each === name) ?? findOwn(OTHER_LEVELS, name);
  if (known) return known;
  const isNumber = Number.isInteger(severity) && Number(severity) >= 1 && Number(severity) <= 24;
  return isNumber ? logLevels.toReversed()[Math.floor((Number(severity) - 1) / 4)]! : 'info';
}

/** SDKs may send release, environment, server and span behind the attributes of the application. */
function readAttributes(value: unknown): Record<string, unknown> {
  const sent = Object.entries(readObject(value) ?? {});
  const entries = sent.length > logLimits.attributes ? cutEntries(sent) : sent;
  return Object.fromEntries(entries.map(([name, each]) => [name, unwrap(each)]));
}

function cutEntries(sent: readonly [string, unknown][]): readonly [string, unknown][] {
  const isRead = ([name]: readonly [string, unknown]) =>
    name === SPAN || name === SEQUENCE || isNamed(name);
  const others = sent.filter((each) => !isRead(each));
  return [...sent.filter(isRead), ...others].slice(0, logLimits.attributes);
}

/** SDKs send `{value, type}`. */
function unwrap(sent: unknown): unknown {
  const wrapped = readObject(sent);
  return wrapped && 'value' in wrapped ? wrapped['value'] : sent;
}

function toValues(sent: Record<string, unknown>): Record<string, LogValue> {
  const values: Record<string, LogValue> = {};
  for (const [name, value] of Object.entries(sent)) {
    const key = readText(name, logLimits.attributeKeyLength);
    const read = readValue(value);
    if (key !== undefined && key !== '__proto__' && read !== undefined) values[key] = read;
  }
  return values;
}

/** Lists and objects become JSON. */
function readValue(value: unknown): LogValue | undefined {
  if (typeof value === 'boolean') return value;
  if (typeof value === 'number') return Number.isFinite(value) ? value : undefined;
  const text = typeof value === 'object' && value !== null ? JSON.stringify(value) : value;
  return readText(text, logLimits.attributeLength);
}

function findReason(log: SentLog, { filter, logs, report }: ItemPlace): Reason | undefined {
  const { days, level } = logs ?? defaultLogSettings;
  if (days === 0) return 'no_logs';
  if (!isAtLeast(log.level, level)) return 'level';
  return filter?.(toFiltered(log), report.senderAddress);
}

/** Returns the log in the form of an event, so that the filters of events judge logs as well. */
function toFiltered({ level, texts: { body, attributes } }: SentLog): JsonObject {
  return {
    level,
    message: body,
    release: attributes['sentry.release'],
    environment: attributes['sentry.environment'],
  };
}

function toEnding(reason: Reason): Ending {
  return reason === 'malformed' ? { outcome: 'invalid', reason } : { outcome: 'filtered', reason };
}

/** Cuts texts after secrets are hidden, because a rule may not know half of a secret. */
function toLog({ sent, level, texts }: SentLog, receipt: Receipt, header: EnvelopeHeader): Log {
  const saidMs = toWholeMs(sent['timestamp']);
  const spanId = typeof sent['span_id'] === 'string' ? sent['span_id'] : texts.attributes[SPAN];
  return withoutUndefined({
    atMs: readTime(saidMs === undefined ? undefined : saidMs / 1000, receipt).occurredAtMs,
    saidMs: readTimestampMs(header.sentAt) === undefined ? saidMs : undefined,
    level,
    body: readText(texts.body, logLimits.bodyLength) ?? '',
    traceId: toHexId(sent['trace_id']),
    spanId: typeof spanId === 'string' && SPAN_ID.test(spanId) ? spanId : undefined,
    attributes: toValues(texts.attributes),
  });
}

/**
 * SDKs give logs a finer time than errors, whose time has whole milliseconds. Rounded up, a log
 * would stand behind the error that came after it.
 */
function toWholeMs(timestamp: unknown): number | undefined {
  const isNumber = typeof timestamp === 'number';
  return readTimestampMs(isNumber ? Math.floor(timestamp * 1000) / 1000 : timestamp);
}

function readReceipt(logs: readonly SentLog[], { report, header }: ItemPlace): Receipt {
  const { receivedAtMs, contents } = report;
  const times = logs.flatMap(({ sent }) => toWholeMs(sent['timestamp']) ?? []);
  const sentAtMs =
    readTimestampMs(header.sentAt) ?? guessSentMs(times, receivedAtMs, contents.correctionMs);
  return { receivedAtMs, sentAtMs, mostDelayMs: MAX_SENDING_MS };
}

/**
 * Some SDKs do not say when they sent their logs. No log is written after its receipt, so times after
 * it show a clock that is ahead. A clock that is behind looks like logs that waited.
 */
function guessSentMs(
  times: readonly number[],
  receivedAtMs: number,
  correctionMs = 0,
): number | undefined {
  const latestMs = Math.max(...times);
  // Senders behind one address share a known correction, also those whose clocks are right.
  if (Math.abs(receivedAtMs - latestMs) <= MAX_SENDING_MS + SENT_AFTER_MS) return undefined;
  const timerMs = Math.min(...times) + SENT_AFTER_MS;
  const knownMs = receivedAtMs - correctionMs;
  // Otherwise the correction belongs to another sender.
  const explains = Math.abs(knownMs - latestMs) < Math.abs(receivedAtMs - latestMs);
  if (Math.abs(correctionMs) > MAX_SENDING_MS && explains) {
    // The earlier report had a delay of its own, so a timer that agrees is more exact.
    return timerMs > knownMs && timerMs < knownMs + AGREES_MS ? timerMs : knownMs;
  }
  if (latestMs < receivedAtMs) return undefined;
  if (times.length >= LOGS_AT_ONCE) return latestMs;
  return Math.max(latestMs, timerMs);
}
