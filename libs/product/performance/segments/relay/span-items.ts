import { hash } from 'node:crypto';
import {
  countSpans,
  type Hiding,
  hideSecrets,
  isOwnSending,
  type JsonObject,
  MAX_SENDING_MS,
  readArray,
  readObject,
  readSpans,
  readTimestampMs,
  SegmentMemory,
  type Span,
  type SpanForm,
} from '#events';
import type { SpanItem } from '../store/span-item.ts';
import {
  defaultSpanSettings,
  type Ending,
  type FilterName,
  type OperationSample,
  reportLimits,
  type SegmentSample,
  type SpanCounts,
} from '#shared';
import {
  declareItems,
  type ItemPlace,
  mistake,
  parseItem,
  type ReadItem,
  type SpooledItem,
} from '#product/recording/reports/relay';

type Reason = FilterName | 'no_spans' | 'left_out' | 'own_sending' | 'malformed';
type Dropped = ReadonlyMap<Reason, number>;

const CONTAINER = 'application/vnd.sentry.items.span.v2+json';
const NO_COUNTS = { segments: [], operations: [] };

/** Children of a segment often come in another item than the segment itself. */
const memory = new SegmentMemory();

/** Segments, and operations beneath them. */
const SPANS_PER_EVENT = 10;

const IDS = '"span_id":"aaaaaaaaaaaaaaaa","trace_id":"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"';
const TIMES = '"start_timestamp":1767614398,"end_timestamp":1767614399,"timestamp":1767614399';
const SPAN = `${IDS},${TIMES},"parent_span_id":"bbbbbbbbbbbbbbbb"`;

export const spanItems = declareItems({
  list: 'spans',
  types: {
    span: {
      kind: 'span',
      isContainer: true,
      maxBytes: reportLimits.eventBytes,
      read: readSpanItem,
      examples: [
        `{"items":[{${SPAN},"name":$,"attributes":{"sentry.op":{"value":"db"},"db.query.text":{"value":$}}}]}`,
        `{"items":[{${SPAN},"name":$,"attributes":{"sentry.op":{"value":"http.client"},"url.full":{"value":$}}}]}`,
        '{"items":$}',
      ],
    },
    transaction: {
      kind: 'transaction',
      maxBytes: reportLimits.eventBytes,
      read: readSpanItem,
      examples: [`{${TIMES},"contexts":{"trace":{${IDS}}},"transaction":$,"spans":$}`],
    },
  },
  count: ({ taken, dropped }) => dropped.reduce((sum, { quantity }) => sum + quantity, taken),
  weigh: ({ segments, operations }) =>
    Math.ceil((1 + segments.length + operations.length) / SPANS_PER_EVENT),
});

/**
 * Counts the spans of an item: of a container, a transaction, or a single span of the first version.
 * https://develop.sentry.dev/sdk/telemetry/spans/
 */
export function readSpanItem(item: SpooledItem, place: ItemPlace): ReadItem<SpanItem> {
  const said = place.claimed;
  if ((place.spans?.taken ?? defaultSpanSettings.taken) !== 'on') {
    return toMade(item, place, {
      ...NO_COUNTS,
      spans: said,
      dropped: new Map([['no_spans', said]]),
    });
  }
  const parsed = parseItem(item);
  if (!parsed.ok) return parsed;
  const form = toForm(item);
  const items = readArray(parsed.value['items']);
  if (form === 'container' && !items) return mistake('The item has no list of spans.');
  // The rate limit has charged as many spans as the header claims.
  const payload =
    form === 'container' ? { ...parsed.value, items: items?.slice(0, said) } : parsed.value;
  const unclaimed = form === 'container' ? Math.max((items?.length ?? 0) - said, 0) : 0;
  const { header, report } = place;
  const { spans, sent, malformed } = readSpans(payload, form, {
    receivedAtMs: report.receivedAtMs,
    sentAtMs: readTimestampMs(header.sentAt),
    mostDelayMs: MAX_SENDING_MS,
    traceSampleRate: header.sampleRate,
  });
  const dropped = new Map<Reason, number>();
  const drop = (reason: Reason, quantity = 1): void => {
    if (quantity > 0) dropped.set(reason, (dropped.get(reason) ?? 0) + quantity);
  };
  const findFilter = createFilter(spans, payload, place);
  const kept = spans.filter((span) => {
    const reason = isOwnSending(span) ? 'own_sending' : findFilter(span);
    if (reason !== undefined) drop(reason);
    return reason === undefined;
  });
  const counted = countSpans(kept, {
    projectId: report.projectId,
    memory,
    isLeftOut: place.spans?.isLeftOut,
  });
  drop('left_out', counted.leftOut);
  // Intake has counted as many spans as the header claims.
  drop('malformed', malformed + Math.max(said - sent, 0) + unclaimed);
  const counts = hideInCounts(counted, place.hiding);
  return toMade(item, place, { ...counts, spans: Math.max(said, sent) + unclaimed, dropped });
}

function toForm({ type, fields }: SpooledItem): SpanForm {
  if (type === 'transaction') return type;
  return fields['content_type'] === CONTAINER || 'item_count' in fields ? 'container' : 'span';
}

/**
 * Judges the spans of a transaction by the transaction, once. Judges another span by its segment, as
 * far as the item has it, in the form of an event. The filters of events judge spans as well.
 */
function createFilter(
  spans: readonly Span[],
  payload: JsonObject,
  { filter, report }: ItemPlace,
): (span: Span) => FilterName | undefined {
  if (!filter) return () => undefined;
  if (payload['spans']) {
    const by = filter(payload, report.senderAddress);
    return () => by;
  }
  const segments = new Map(spans.map((span) => [span.spanId, span]));
  const found = new Map<string, FilterName | undefined>();
  return (span) => {
    const id = span.segmentId ?? span.spanId;
    if (!found.has(id)) {
      found.set(id, filter(toEvent(segments.get(id) ?? span, payload), report.senderAddress));
    }
    return found.get(id);
  };
}

function toEvent(span: Span, payload: JsonObject): JsonObject {
  const agent = readObject(span.attributes['user_agent.original'])?.['value'];
  return {
    // Only SDKs in browsers leave it to the server to find out the browser.
    platform: payload['ingest_settings'] ? 'javascript' : 'other',
    release: span.release,
    environment: span.environment,
    transaction: span.segmentName,
    request: {
      ...(span.isSegment ? { url: span.address } : {}),
      headers: { 'user-agent': agent },
    },
  };
}

/** Hides secrets in the texts that are stored, each once. They are parameterised already. */
function hideInCounts({ segments, operations }: SpanCounts, hiding: Hiding): SpanCounts {
  const hidden = new Map<string, string>();
  const hide = (text: string): string => {
    const known = hidden.get(text);
    if (known !== undefined) return known;
    const holder = { text };
    hideSecrets(holder, hiding);
    hidden.set(text, holder.text);
    return holder.text;
  };
  const hideIn = <Sample extends SegmentSample | OperationSample>(sample: Sample): Sample => ({
    ...sample,
    name: hide(sample.name),
    environment: hide(sample.environment),
    ...(sample.release === undefined ? {} : { release: hide(sample.release) }),
  });
  const hideSegment = (each: OperationSample): OperationSample => {
    return { ...each, segment: { ...each.segment, name: hide(each.segment.name) } };
  };
  return {
    segments: segments.map(hideIn),
    operations: operations.map((each) => hideSegment(hideIn(each))),
  };
}

function toMade(
  item: SpooledItem,
  { report, item: index }: ItemPlace,
  { dropped, spans, ...counts }: SpanCounts & { readonly spans: number; readonly dropped: Dropped },
): ReadItem<SpanItem> {
  const isTransaction = item.type === 'transaction';
  const endings = isTransaction ? toEndingOfRoot(dropped, counts) : dropped;
  const ended = [...endings.values()].reduce((sum, quantity) => sum + quantity, 0);
  const span: SpanItem = {
    projectId: report.projectId,
    receivedAtMs: report.receivedAtMs,
    item: index,
    content: hash('sha1', item.payload, 'base64url'),
    kind: isTransaction ? 'transaction' : 'span',
    taken: (isTransaction ? 1 : spans) - ended,
    ...counts,
    dropped: Array.from(endings, ([reason, quantity]) => ({ ...toEnding(reason), quantity })),
  };
  return { ok: true, item: span };
}

/** A transaction ends as its root does. Its other spans are no items. */
function toEndingOfRoot(dropped: Dropped, { segments }: SpanCounts): Dropped {
  const reason = [...dropped.keys()].find((each) => each !== 'own_sending');
  return new Map(segments.length > 0 || reason === undefined ? [] : [[reason, 1]]);
}

function toEnding(reason: Reason): Ending {
  return reason === 'malformed' ? { outcome: 'invalid', reason } : { outcome: 'filtered', reason };
}
