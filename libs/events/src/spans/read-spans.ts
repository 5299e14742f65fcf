import type { SpanStatus } from '#shared';
import { fieldLimits } from '../json/field-limits.ts';
import { type JsonObject, readArray, readObject, readText } from '../json/shape.ts';
import { readTime, readTimestampMs, toMilliseconds } from '../reading/timestamps.ts';
import { readMethod } from './method.ts';
import { readAttribute, readAttributeText, toNumber } from './read-attribute.ts';
import type { ReadSpans, Span, SpanForm, SpanReceipt } from './span.ts';

/** SDKs send at most this many spans with a transaction or in a container. */
const SPANS_PER_ITEM = 1000;
const DAY_MS = 24 * 60 * 60 * 1000;
const LEAST_RATE = 0.0001;
const ID = /^[\da-f]{16}$/i;
const NOTHING: JsonObject = {};

/** Facts that the spans of one item share. */
interface Shared {
  readonly receipt: SpanReceipt;
  /** The transaction, for its root. */
  readonly event?: JsonObject;
  readonly inherited?: Partial<Span>;
}

/**
 * Reads the spans of one item, whatever JSON it is. Never throws.
 * https://develop.sentry.dev/sdk/telemetry/spans/
 */
export function readSpans(payload: unknown, form: SpanForm, receipt: SpanReceipt): ReadSpans {
  const item = readObject(payload) ?? NOTHING;
  if (form === 'transaction') return readTransaction(item, receipt);
  // A lone span of the first version is a segment, unless it says otherwise.
  const sent = form === 'span' ? [{ is_segment: true, ...item }] : (readArray(item['items']) ?? []);
  return readList(sent, { receipt });
}

function readTransaction(event: JsonObject, receipt: SpanReceipt): ReadSpans {
  const children = readArray(event['spans']) ?? [];
  const { timestamp, start_timestamp, transaction, contexts: sent } = event;
  const contexts = readObject(sent);
  const code = readObject(contexts?.['response'])?.['status_code'];
  const trace = readObject(contexts?.['trace']);
  const data = { 'http.response.status_code': code, ...readObject(trace?.['data']) };
  const span = { ...trace, timestamp, start_timestamp, data, description: transaction };
  const root = readSpan({ ...span, is_segment: true }, { receipt, event });
  if (!root) return { spans: [], sent: children.length + 1, malformed: children.length + 1 };
  const { segmentId, segmentName, environment, release, weight } = root;
  const inherited = { segmentId, segmentName, environment, release, weight };
  const list = readList(children, { receipt, inherited });
  return { ...list, spans: [root, ...list.spans], sent: list.sent + 1 };
}

function readList(sent: readonly unknown[], shared: Shared): ReadSpans {
  const spans = sent
    .slice(0, SPANS_PER_ITEM)
    .map((each) => readSpan(readObject(each) ?? NOTHING, shared))
    .filter((each) => each !== undefined);
  return { spans, sent: sent.length, malformed: sent.length - spans.length };
}

/** The versions differ in names only. */
function readSpan(span: JsonObject, { receipt, event, inherited }: Shared): Span | undefined {
  const attributes = readObject(span['attributes']) ?? readObject(span['data']) ?? NOTHING;
  const spanId = readId(span['span_id']);
  const startMs = readSpanTime(span['start_timestamp']);
  const endMs = readSpanTime(span['end_timestamp'] ?? span['timestamp']);
  if (spanId === undefined || startMs === undefined || endMs === undefined) return undefined;
  const name = readText(span['name'] ?? span['description'], fieldLimits.jsonText) ?? '';
  const isSegment = !inherited && span['is_segment'] === true;
  const reason = readAttribute(attributes, 'sentry.status.message');
  const code = readAttribute(attributes, 'http.response.status_code', 'http.status_code');
  const ended = readSpanStatus(span['status'], reason, code);
  const read = (fact: 'environment' | 'release') =>
    readText(event?.[fact] ?? readAttribute(attributes, `sentry.${fact}`, fact), fieldLimits[fact]);
  return {
    spanId,
    parentId: readId(span['parent_span_id']),
    isSegment,
    op: readText(span['op'] ?? readAttribute(attributes, 'sentry.op'), fieldLimits.name) ?? '',
    name,
    source: readSource(attributes, event),
    status: ended === 'ok' && isHidden(attributes) ? 'cancelled' : ended,
    atMs: readTime(Math.floor(endMs) / 1000, receipt).occurredAtMs,
    durationMs: Math.min(Math.max(endMs - startMs, 0), DAY_MS),
    environment: read('environment') ?? 'production',
    release: read('release'),
    weight: readWeight(span, attributes, receipt.traceSampleRate),
    method: readMethod(attributes, name, event),
    address: readAddress(attributes, name),
    attributes,
    ...(isSegment ? { segmentId: spanId, segmentName: name } : readSegment(attributes)),
    ...inherited,
  };
}

function readId(value: unknown): string | undefined {
  return typeof value === 'string' && ID.test(value) ? value.toLowerCase() : undefined;
}

function readSegment(attributes: JsonObject) {
  return {
    segmentId: readId(readAttribute(attributes, 'sentry.segment.id')),
    segmentName: readText(
      readAttribute(attributes, 'sentry.segment.name', 'transaction'),
      fieldLimits.jsonText,
    ),
  };
}

function readSource(attributes: JsonObject, event?: JsonObject): string | undefined {
  const source =
    readObject(event?.['transaction_info'])?.['source'] ??
    readAttribute(attributes, 'sentry.segment.name.source', 'sentry.source');
  return typeof source === 'string' ? source.toLowerCase() : undefined;
}

/** The envelope's header is last, because it tells the rate of the trace's first service. */
function readWeight(span: JsonObject, attributes: JsonObject, traceRate: unknown): number {
  const own = readAttribute(attributes, 'sentry.sample_rate', 'sentry.client_sample_rate');
  const rate = toNumber(own ?? span['client_sample_rate'] ?? traceRate);
  return rate > 0 && rate <= 1 ? 1 / Math.max(rate, LEAST_RATE) : 1;
}

function readAddress(attributes: JsonObject, name: string): string | undefined {
  const sent = readAttributeText(attributes, 'url.full', 'http.url', 'url');
  if (sent?.includes('://')) return sent.slice(0, fieldLimits.address);
  const at = name.indexOf('://');
  if (at > 0) return name.slice(name.lastIndexOf(' ', at) + 1, fieldLimits.address);
  return (sent ?? readAttributeText(attributes, 'url.path'))?.slice(0, fieldLimits.address);
}

const ISO = /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d:\d\d)(\.\d{1,9})?([zZ]|[+-]\d\d:?\d\d)?$/;

/**
 * Like `readTimestampMs`, with the parts of a millisecond: statements often take less than one.
 * SDKs send a number or text, or ISO 8601 with up to nine digits.
 */
function readSpanTime(value: unknown): number | undefined {
  const wholeMs = readTimestampMs(value);
  if (wholeMs === undefined) return undefined;
  if (typeof value === 'number') return toMilliseconds(value);
  const iso = ISO.exec(value as string);
  if (!iso) return /^[\d.]+$/.test(value as string) ? toMilliseconds(Number(value)) : wholeMs;
  const [, date, time, fraction = '0', zone = 'Z'] = iso;
  return Date.parse(`${date}T${time}${zone}`) + Number(fraction) * 1000;
}

/** `error` is of the second version, the others are names that SDKs share with gRPC. */
const FAILED =
  /^(?:error|internal(?:_error)?|unknown_error|unavailable|deadline_exceeded|unimplemented|data_loss|failed|failure)$/i;
/** Answers such as 404 are the fault of the one who asks. */
const REFUSED =
  /^(?:not_found|invalid_argument|unauthenticated|permission_denied|already_exists|failed_precondition|out_of_range|resource_exhausted)$/i;
const CANCELLED = /^(?:cancell?ed|aborted)$/i;
/** nginx answers 499 when the client has gone. */
const CLIENT_GONE = 499;

/** Recognises a page load that nobody saw the end of (`idleSpan.ts` of @sentry/core). */
function isHidden(attributes: JsonObject): boolean {
  return readAttribute(attributes, 'sentry.idle_span_finish_reason') === 'documentHidden';
}

/**
 * Returns how the span ended. `message` is the text that the second version sends beside `error`,
 * `code` the answer's code of HTTP.
 */
function readSpanStatus(sent: unknown, message: unknown, code: unknown): SpanStatus {
  const answered = toNumber(code);
  if (answered >= 500 && answered < 600) return 'failed';
  const status = typeof sent === 'string' ? sent : '';
  const reason = typeof message === 'string' ? message : '';
  if (answered === CLIENT_GONE || CANCELLED.test(status) || CANCELLED.test(reason)) {
    return 'cancelled';
  }
  const isRefused = REFUSED.test(reason) || (answered >= 400 && answered < 500);
  return FAILED.test(status) && !isRefused ? 'failed' : 'ok';
}
