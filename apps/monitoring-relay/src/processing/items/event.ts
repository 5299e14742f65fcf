import type { EventPayload, GroupedEvent, MissedMap } from '#product/recording/reports';
import {
  dropLargest,
  type EventFilter,
  type EventMeta,
  type EventSource,
  findUserHash,
  hideSecrets,
  listMisses,
  type Mapped,
  type JsonObject,
  readText,
  readTimestampMs,
  shortenStrings,
  isSenderUser,
  toKeptAddress,
  toSdkEvent,
} from '#events';
import { type FilterName, findOwn, hasRepeatedNames, reportLimits } from '#shared';
import { parseItem, type SpooledItem } from '#product/recording/reports/relay';
import { chooseEventId } from './derived-id.ts';
import { type GroupOptions, groupWhole } from './group-whole.ts';
import { type EventPlace, type MadeEvent, sources, type Unmapped } from './made.ts';

export interface EventOptions extends GroupOptions {
  readonly filter?: EventFilter | undefined;
  /**
   * Looks up the event in the project's source maps. Returns undefined, not a promise, when no map
   * concerns the event.
   */
  readonly map?: ((event: JsonObject) => Promise<Mapped | undefined> | undefined) | undefined;
}

const MOST_DIST_LENGTH = 200;

/* An event is made in steps. Each step takes the result of the step before and owns its `value`.
   Hiding and cutting change `value` in place, which saves a copy per event. */

/** An event as it was sent. Only filters and the hash of the user may see it in this state. */
interface ReceivedEvent {
  readonly item: SpooledItem;
  readonly source: EventSource;
  readonly value: JsonObject;
  readonly json: string;
  readonly names: number;
  readonly event: JsonObject;
  readonly eventId: string;
}

interface HiddenEvent extends Omit<ReceivedEvent, 'event'> {
  readonly userHash: string | undefined;
  readonly hiddenMeta: Pick<EventMeta, 'senderAddress' | 'hidden' | 'hiddenTotal'>;
  readonly cut: readonly string[];
}

interface MappedEvent extends HiddenEvent {
  readonly mapped: Mapped | undefined;
  readonly makeAgain?: () => EventPayload;
}

/**
 * Makes a grouped event of an item, unless the project filters or ignores it. When source maps
 * concern the event, the caller waits for `mapping` and calls `finish`.
 */
export function makeEvent(
  item: SpooledItem,
  place: EventPlace,
  options: EventOptions,
): MadeEvent | Unmapped {
  const parsed = parseItem(item, 'event');
  if (!parsed.ok) return parsed;
  const received = receive({ item, ...parsed }, place);
  const by = options.filter?.(received.event, place.report.senderAddress);
  if (by) return toFiltered(received, by, place);
  const bounded = bound(hide(received, place));
  const finish = (mapped: Mapped | undefined): MadeEvent => {
    const makeAgain = toRemaking({ item, mapped }, place, options);
    const event = group({ ...bounded, mapped, makeAgain }, place, options);
    return event ? { ok: true, event } : toFiltered(received, 'rules', place);
  };
  const mapping = options.map?.(toSdkEvent(bounded.source, bounded.value));
  return mapping ? { mapping, finish } : finish(undefined);
}

/** Stands outside of `makeEvent`, so that the function which it returns does not hold the event. */
function toRemaking(
  { item, mapped }: Pick<MappedEvent, 'item' | 'mapped'>,
  place: EventPlace,
  options: EventOptions,
): () => EventPayload {
  return () => {
    const parsed = parseItem(item, 'event');
    if (!parsed.ok) throw new Error(parsed.reason);
    const bounded = bound(hide(receive({ item, ...parsed }, place), place));
    return group({ ...bounded, mapped }, place, { ...options, storms: undefined })!.payload;
  };
}

function toFiltered(
  { item, eventId }: ReceivedEvent,
  by: FilterName,
  { toKind }: EventPlace,
): MadeEvent {
  return { ok: true, filtered: { kind: toKind(item.type), by }, eventId };
}

function receive(
  parsed: Pick<ReceivedEvent, 'item' | 'value' | 'json' | 'names'>,
  { report, index }: EventPlace,
): ReceivedEvent {
  const source = findOwn(sources, parsed.item.type)!;
  const event = toSdkEvent(source, parsed.value);
  return { ...parsed, source, event, eventId: chooseEventId(report, { index, event }) };
}

/**
 * Hashes the user's identity before the secrets are hidden, so that users can still be told apart.
 */
function hide({ event, ...received }: ReceivedEvent, { report, hiding }: EventPlace): HiddenEvent {
  const { value, json } = received;
  const { addresses } = hiding.privacy;
  const sender = isSenderUser(event) ? report.senderAddress : undefined;
  const userHash = findUserHash(event, addresses === 'drop' ? undefined : sender);
  const { values, total, cut } = hideSecrets(value, hiding, { json, senderAddress: sender });
  const isAllListed = values.reduce((sum, { count }) => sum + count, 0) === total;
  const senderAddress = sender && toKeptAddress(sender, addresses);
  const hiddenMeta = {
    ...(senderAddress ? { senderAddress } : {}),
    ...(total > 0 ? { hidden: values } : {}),
    ...(isAllListed ? {} : { hiddenTotal: total }),
  };
  return { ...received, userHash, hiddenMeta, cut };
}

/**
 * Cuts events that are too large. A payload that fits without its blanks and escapes is not cut.
 */
function bound(hidden: HiddenEvent): HiddenEvent {
  const { item, value, cut } = hidden;
  const { keptEventBytes } = reportLimits;
  if (item.payload.length <= keptEventBytes) return hidden;
  const shortened = shortenStrings(value, keptEventBytes);
  return { ...hidden, cut: [...cut, ...shortened, ...dropLargest(value, keptEventBytes)] };
}

function group(
  mappedEvent: MappedEvent,
  { report, header, toKind }: EventPlace,
  options: EventOptions,
): GroupedEvent | undefined {
  const { item, source, value, eventId, hiddenMeta, cut, mapped, userHash } = mappedEvent;
  const { projectId, receivedAtMs } = report;
  const { sdk, traceId, sentAt } = header;
  const meta: EventMeta = {
    source,
    eventId,
    projectId,
    receivedAtMs,
    sdk,
    traceId,
    sentAtMs: readTimestampMs(sentAt),
    ...hiddenMeta,
    ...(cut.length > 0 ? { cut } : {}),
    ...(mapped ? { mapped } : {}),
  };
  const misses = listMissedMaps(mappedEvent);
  const toJson = () => toStored(mappedEvent);
  const { makeAgain } = mappedEvent;
  const whole = {
    kind: toKind(item.type),
    meta,
    value,
    toJson,
    ...(makeAgain && { makeAgain }),
  };
  const grouped = groupWhole(whole, options);
  return (
    grouped && {
      ...grouped,
      ...(userHash ? { userHash } : {}),
      ...(misses.length > 0 ? { misses } : {}),
    }
  );
}

function listMissedMaps({ source, value, mapped }: MappedEvent): readonly MissedMap[] {
  if (!mapped) return [];
  const event = toSdkEvent(source, value);
  const dist = readText(event['dist'], MOST_DIST_LENGTH);
  return listMisses(event, mapped).map((miss) => ({ ...miss, ...(dist ? { dist } : {}) }));
}

/**
 * Returns the payload byte for byte as it was sent, unless parts were hidden or cut, blanks and
 * escapes make it too large, or it may have a field that was never searched for secrets.
 */
function toStored(hidden: HiddenEvent): Buffer | string {
  const { item, cut, hiddenMeta, value, json, names } = hidden;
  const { payload } = item;
  const isAsSent =
    cut.length === 0 &&
    !hiddenMeta.hidden &&
    payload.length <= reportLimits.keptEventBytes &&
    !hasRepeatedNames(json, names);
  return isAsSent ? payload : JSON.stringify(value);
}
