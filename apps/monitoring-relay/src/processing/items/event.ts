import type { encodePayload, GroupedEvent, MissedMap } from '#product/recording/reports';
import {
  AgentReader,
  dropLargest,
  type EventFilter,
  type EventMeta,
  type EventSource,
  findUserHash,
  groupEvent,
  type GroupingRules,
  hideSecrets,
  listMisses,
  type Mapped,
  type JsonObject,
  readColumns,
  readText,
  readTimestampMs,
  readTitle,
  SentEvent,
  shortenStrings,
  takesSender,
  toKeptAddress,
  toSdkEvent,
  withRules,
  writeStoredEvent,
} from '#events';
import { type FilterName, reportLimits } from '#shared';
import { toItemKind } from '../../outcomes/item-kind.ts';
import type { SpooledItem } from '../spooled-envelope.ts';
import { chooseEventId } from './derived-id.ts';
import { type ItemPlace, type Made, sources, type Unmapped } from './made.ts';
import { parseItem } from './parsed-item.ts';

export interface EventOptions {
  readonly encode: typeof encodePayload;
  /** Filters of the report's project; without one nothing is filtered. */
  readonly filter?: EventFilter | undefined;
  /** Rules of the report's project. */
  readonly grouping?: GroupingRules | undefined;
  /** Asks the source maps of the report's project. Undefined at once where none concerns the event. */
  readonly map?: ((event: JsonObject) => Promise<Mapped | undefined> | undefined) | undefined;
}

const agents = new AgentReader();
const MOST_DIST_LENGTH = 200;

/*
 * An event is made in steps. Each takes what the step before it returned, and owns its `value` from then on: hiding and
 * cutting change it in place, which saves a copy of each event.
 */

/** An event as it was sent: only filters and the hash of its user may see that. */
interface ReceivedEvent {
  readonly item: SpooledItem;
  readonly source: EventSource;
  readonly value: JsonObject;
  readonly json: string;
  /** The same in the form in which SDKs send events. */
  readonly event: JsonObject;
  readonly eventId: string;
}

/** An event without what is private. */
interface HiddenEvent extends Pick<ReceivedEvent, 'item' | 'source' | 'value' | 'eventId'> {
  readonly userHash: string | undefined;
  readonly told: Pick<EventMeta, 'senderAddress' | 'hidden' | 'hiddenTotal'>;
}

/** An event small enough to be kept. */
interface BoundedEvent extends HiddenEvent {
  /** A note of each cut. */
  readonly cut: readonly string[];
}

/** An event with what source maps say of it. */
interface MappedEvent extends BoundedEvent {
  readonly mapped: Mapped | undefined;
}

/** An event with all that is read of it. */
interface ReadEvent extends MappedEvent {
  readonly event: JsonObject;
  readonly sent: SentEvent;
  readonly meta: EventMeta;
  readonly columns: ReturnType<typeof readColumns>;
  readonly title: ReturnType<typeof readTitle>;
}

/**
 * Makes a grouped event of an item, unless the project filters or ignores it. Where source maps concern the event, they are asked first.
 */
export function makeEvent(
  item: SpooledItem,
  place: ItemPlace,
  options: EventOptions,
): Made | Unmapped {
  const parsed = parseItem(item);
  if (!parsed.ok) return parsed;
  const { value, json } = parsed;
  const received = receive({ item, value, json }, place);
  const by = options.filter?.(received.event, place.report.senderAddress);
  if (by) return toFiltered(received, by);
  const bounded = bound(hide(received, place));
  const finish = (mapped: Mapped | undefined): Made => {
    const event = group(readWhole({ ...bounded, mapped }, place), options);
    return event ? { ok: true, event } : toFiltered(received, 'rules');
  };
  const mapping = options.map?.(toSdkEvent(bounded.source, bounded.value));
  return mapping ? { mapping, finish } : finish(undefined);
}

function toFiltered({ item, eventId }: ReceivedEvent, by: FilterName): Made {
  return { ok: true, filtered: { kind: toItemKind(item.type), by }, eventId };
}

function receive(
  parsed: Pick<ReceivedEvent, 'item' | 'value' | 'json'>,
  { report, index }: ItemPlace,
): ReceivedEvent {
  const source = sources[parsed.item.type]!;
  const event = toSdkEvent(source, parsed.value);
  return { ...parsed, source, event, eventId: chooseEventId(report, { index, event }) };
}

/** Reads who the user was before it hides that, so that users stay apart. */
function hide(
  { item, source, value, json, event, eventId }: ReceivedEvent,
  { report, hiding }: ItemPlace,
): HiddenEvent {
  const { addresses } = hiding.privacy;
  const sender = takesSender(event) ? report.senderAddress : undefined;
  const userHash = findUserHash(event, addresses === 'drop' ? undefined : sender);
  const { values, total } = hideSecrets(value, hiding, { json, senderAddress: sender });
  const isAllListed = values.reduce((sum, { count }) => sum + count, 0) === total;
  const senderAddress = sender && toKeptAddress(sender, addresses);
  const told = {
    ...(senderAddress ? { senderAddress } : {}),
    ...(total > 0 ? { hidden: values } : {}),
    ...(isAllListed ? {} : { hiddenTotal: total }),
  };
  return { item, source, value, eventId, userHash, told };
}

/** Cuts what is too large. Blanks and escapes may make a payload larger than what is in it. */
function bound(hidden: HiddenEvent): BoundedEvent {
  const { item, value } = hidden;
  const { keptEventBytes } = reportLimits;
  if (item.payload.length <= keptEventBytes) return { ...hidden, cut: [] };
  const shortened = shortenStrings(value, keptEventBytes);
  return { ...hidden, cut: [...shortened, ...dropLargest(value, keptEventBytes)] };
}

function readWhole(mappedEvent: MappedEvent, { report, header }: ItemPlace): ReadEvent {
  const { source, value, eventId, told, cut, mapped } = mappedEvent;
  const { projectId, receivedAtMs } = report;
  const { sdk, traceId, sentAt } = header;
  const event = toSdkEvent(source, value, { mapped });
  const meta: EventMeta = {
    source,
    eventId,
    projectId,
    receivedAtMs,
    sdk,
    traceId,
    sentAtMs: readTimestampMs(sentAt),
    ...told,
    ...(cut.length > 0 ? { cut } : {}),
    ...(mapped ? { mapped } : {}),
  };
  const sent = new SentEvent(event);
  const columns = readColumns(event, meta, { sent, agents });
  return { ...mappedEvent, event, sent, meta, columns, title: readTitle(event, sent) };
}

/** Returns nothing where rules of the project ignore the event. */
function group(
  read: ReadEvent,
  { grouping: rules, encode }: EventOptions,
): GroupedEvent | undefined {
  const { item, event, sent, meta, columns, title, userHash } = read;
  const ruled = rules?.judge(event, { ...columns, title });
  if (ruled === 'ignored') return undefined;
  const judged = ruled ? new SentEvent(withRules(event, ruled)) : sent;
  const called = ruled ? readTitle(judged.event, judged) : title;
  const misses = listMissedMaps(read);
  const stored = writeStoredEvent(ruled ? { ...meta, ruled } : meta, toStored(read));
  return {
    event: columns,
    payload: encode(stored),
    grouping: { ...groupEvent(judged.event, judged), ...called, level: columns.level },
    kind: toItemKind(item.type),
    ...(userHash ? { userHash } : {}),
    ...(misses.length > 0 ? { misses } : {}),
  };
}

function listMissedMaps({ source, value, mapped }: ReadEvent): readonly MissedMap[] {
  if (!mapped) return [];
  const event = toSdkEvent(source, value);
  const dist = readText(event['dist'], MOST_DIST_LENGTH);
  return listMisses(event, mapped).map((miss) => ({ ...miss, ...(dist ? { dist } : {}) }));
}

/** Keeps the payload as it was sent, to the byte, unless something was taken out or its blanks and escapes make it too large. */
function toStored({ item: { payload }, cut, told, value }: BoundedEvent): Buffer | string {
  const isAsSent =
    cut.length === 0 && !told.hidden && payload.length <= reportLimits.keptEventBytes;
  return isAsSent ? payload : JSON.stringify(value);
}
