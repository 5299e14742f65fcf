import { hash } from 'node:crypto';
import {
  type CheckIn,
  encodePayload,
  type Feedback,
  type GroupedEvent,
  type ReceivedAttachment,
} from '#product/recording/reports';
import {
  type DiscardCount,
  type FilterName,
  type ItemKind,
  parseJson,
  reportLimits,
  toHexId,
} from '#shared';
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
  Hiding,
  type JsonObject,
  readColumns,
  readObject,
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
import { toReason, Turn } from '#telemetry/plain';
import type { EnvelopeHeader } from '../envelope/envelope.ts';
import { isWithinDepth } from '../envelope/json-depth.ts';
import { toItemKind } from '../outcomes/item-kind.ts';
import { isKept } from '../outcomes/kept-types.ts';
import type { SpooledReport } from '../spool/ports/spool-queue.ts';
import { describeAttachment } from './items/attachment.ts';
import { readCheckIn } from './items/check-in.ts';
import { readDiscards } from './items/discards.ts';
import { readFeedback, readUserReport } from './items/feedback.ts';
import { readSpooledEnvelope, type SpooledEnvelope, type SpooledItem } from './spooled-envelope.ts';

/** Items that become events, by their type. */
const sources: Readonly<Record<string, EventSource>> = { event: 'event', raw_security: 'csp' };

/** What is made of the other items. */
const others: Readonly<Record<string, (item: SpooledItem, place: ItemPlace) => Made>> = {
  attachment: (item, place) => ({ ok: true, attachment: toAttachment(item, place) }),
  feedback: (item, place) => makeFeedback(item, place),
  user_report: (item, place) => makeUserReport(item, place),
  client_report: (item, place) => makeDiscards(item, place),
  check_in: (item, place) => makeCheckIn(item, place),
};

/** Why an event of a report, or the report as a whole, could not be processed. */
export interface Problem {
  /** Of the item that it is of. */
  readonly kind: ItemKind;
  /** Its place among all items of the report; absent when that cannot be read as an envelope. */
  readonly item?: number;
  readonly reason: string;
  /** What the rules threw, which they promise not to; absent for a mistake of the sender. */
  readonly error?: unknown;
}

/** An item that the project filters. */
export interface Filtered {
  readonly kind: ItemKind;
  readonly by: FilterName;
}

export interface Processed {
  readonly events: readonly GroupedEvent[];
  readonly attachments: readonly ReceivedAttachment[];
  readonly feedback: readonly Feedback[];
  readonly discards: readonly DiscardCount[];
  readonly checkIns: readonly CheckIn[];
  /** How many items have told what their SDK dropped. */
  readonly clientReports: number;
  /** Events that the project filters, and the files that came with them. Nothing else is known of them. */
  readonly filtered: readonly Filtered[];
  readonly problems: readonly Problem[];
}

interface NotMade {
  readonly ok: false;
  readonly problem: Problem;
}

type Made =
  | { readonly ok: true; readonly event: GroupedEvent }
  | { readonly ok: true; readonly attachment: ReceivedAttachment }
  | { readonly ok: true; readonly feedback: Feedback }
  | { readonly ok: true; readonly checkIn: CheckIn }
  | { readonly ok: true; readonly discards: readonly DiscardCount[] }
  | { readonly ok: true; readonly filtered: Filtered; readonly eventId: string }
  | NotMade;

export interface ProcessReportOptions {
  readonly turn?: Turn;
  /** `encodePayload` unless said. */
  readonly encode?: typeof encodePayload;
  /** Of the report's project; without one nothing is filtered. */
  readonly filter?: EventFilter | undefined;
  /** What the report's project hides; absent: what is hidden everywhere. */
  readonly hiding?: Hiding;
  /** Rules of the report's project. */
  readonly grouping?: GroupingRules | undefined;
}

/** What is hidden everywhere. */
const everywhere = new Hiding();
const agents = new AgentReader();

interface ItemPlace {
  readonly report: SpooledReport;
  readonly header: EnvelopeHeader;
  /** Among all items of the report. */
  readonly item: number;
  /** Among its events. */
  readonly index: number;
  readonly hiding: Hiding;
}

type EventOptions = Required<Pick<ProcessReportOptions, 'encode'>> &
  Pick<ProcessReportOptions, 'filter' | 'grouping'>;

/**
 * Makes what is recorded of a spooled report, in as many turns of the event loop as it takes; an item that is
 * none of its kind hides none that stands beside it. The same report always gives the same, ids included, so that a
 * report processed again after a crash is recognised. Never rejects.
 */
export async function processReport(
  report: SpooledReport,
  {
    turn = new Turn(),
    encode = encodePayload,
    filter,
    hiding = everywhere,
    grouping,
  }: ProcessReportOptions = {},
): Promise<Processed> {
  const parsed = await openEnvelope(report);
  if (!parsed.ok) return collect([parsed]);
  const { header, items } = parsed;
  const made: Made[] = [];
  let index = 0;
  for (const [item, each] of items.entries()) {
    if (!isKept(each.type)) continue;
    const place = { report, header, item, index, hiding };
    if (isDue(report, item)) made.push(processItem(each, place, { encode, filter, grouping }));
    if (Object.hasOwn(sources, each.type)) index += 1;
    await turn.yieldWhenLong();
  }
  return collect(withoutFilteredFiles(report, made));
}

/** Of a report that is tried again, some of its items may have been recorded. */
function isDue({ contents }: SpooledReport, item: number): boolean {
  return contents.items?.includes(item) ?? true;
}

async function openEnvelope(report: SpooledReport): Promise<SpooledEnvelope | NotMade> {
  try {
    const parsed = await readSpooledEnvelope(report);
    if (parsed.ok) return parsed;
    return { ok: false, problem: { kind: 'unknown', reason: parsed.detail } };
  } catch (error) {
    const reason = `Processing failed: ${toReason(error)}`;
    return { ok: false, problem: { kind: 'unknown', reason, error } };
  }
}

/** Files of a report belong to its first event: nobody would ever look at those of one that was filtered. */
function withoutFilteredFiles({ eventId }: SpooledReport, made: readonly Made[]): readonly Made[] {
  const owner = made.find((each) => each.ok && 'filtered' in each && each.eventId === eventId);
  if (eventId === undefined || !owner?.ok || !('filtered' in owner)) return made;
  const filtered: Filtered = { kind: 'attachment', by: owner.filtered.by };
  return made.map((each) =>
    each.ok && 'attachment' in each ? { ok: true, filtered, eventId } : each,
  );
}

function collect(made: readonly Made[]): Processed {
  return {
    events: made.flatMap((each) => (each.ok && 'event' in each ? each.event : [])),
    attachments: made.flatMap((each) => (each.ok && 'attachment' in each ? each.attachment : [])),
    feedback: made.flatMap((each) => (each.ok && 'feedback' in each ? each.feedback : [])),
    discards: made.flatMap((each) => (each.ok && 'discards' in each ? each.discards : [])),
    checkIns: made.flatMap((each) => (each.ok && 'checkIn' in each ? each.checkIn : [])),
    clientReports: made.filter((each) => each.ok && 'discards' in each).length,
    filtered: made.flatMap((each) => (each.ok && 'filtered' in each ? each.filtered : [])),
    problems: made.flatMap((each) => (each.ok ? [] : each.problem)),
  };
}

/** What is wrong with an item is told with its place. */
function processItem(item: SpooledItem, place: ItemPlace, options: EventOptions): Made {
  const made = makeOf(item, place, options);
  return made.ok ? made : { ok: false, problem: { ...made.problem, item: place.item } };
}

/** A mistake in the rules costs the item that met it, no other. */
function makeOf(item: SpooledItem, place: ItemPlace, options: EventOptions): Made {
  try {
    return Object.hasOwn(sources, item.type)
      ? makeEvent(item, place, options)
      : others[item.type]!(item, place);
  } catch (error) {
    const reason = `Processing failed: ${toReason(error)}`;
    return { ok: false, problem: { kind: toItemKind(item.type), reason, error } };
  }
}

/** The payload of an item, parsed and as text. */
interface ParsedItem {
  readonly value: JsonObject;
  readonly json: string;
}

function makeEvent(item: SpooledItem, place: ItemPlace, options: EventOptions): Made {
  const parsed = parsePayload(item);
  if (!parsed.ok) return parsed;
  const { value } = parsed;
  const { report, index } = place;
  const sent = toSdkEvent(sources[item.type]!, value);
  const by = options.filter?.(sent, report.senderAddress);
  const event = by ? undefined : toGrouped(item, parsed, { place, ...options });
  if (event) return { ok: true, event };
  const eventId = chooseEventId(report, { index, payload: sent });
  return { ok: true, filtered: { kind: toItemKind(item.type), by: by ?? 'rules' }, eventId };
}

/** Undefined where rules of the project ignore the event. They look at what is left of it once it is hidden and cut. */
function toGrouped(
  item: SpooledItem,
  parsed: ParsedItem,
  { place, encode, grouping: rules }: EventOptions & { readonly place: ItemPlace },
): GroupedEvent | undefined {
  const { value } = parsed;
  const source = sources[item.type]!;
  const { userHash, ...told } = hidePrivate(source, parsed, place);
  const cut = shorten(item, value);
  const event = toSdkEvent(source, value);
  const known: EventMeta = {
    source,
    ...readEventMeta(place, event),
    ...told,
    ...(cut.length > 0 ? { cut } : {}),
  };
  const sent = new SentEvent(event);
  const facts = readColumns(event, known, { sent, agents });
  const title = readTitle(event, sent);
  const ruled = rules?.judge(event, { ...facts, title });
  if (ruled === 'ignored') return undefined;
  const meta = ruled ? { ...known, ruled } : known;
  // As it was sent, to the byte, unless something was taken out or its blanks and escapes make it too large.
  const isAsSent =
    cut.length === 0 && !told.hidden && item.payload.length <= reportLimits.keptEventBytes;
  const stored = isAsSent ? item.payload : JSON.stringify(value);
  const judged = ruled ? new SentEvent(withRules(event, ruled)) : sent;
  const called = ruled ? readTitle(judged.event, judged) : title;
  const grouping = { ...groupEvent(judged.event, judged), ...called, level: facts.level };
  const grouped = { event: facts, payload: encode(writeStoredEvent(meta, stored)), grouping };
  return { ...grouped, kind: toItemKind(item.type), ...(userHash ? { userHash } : {}) };
}

/** What the relay knows of an event beside what is in it. */
function readEventMeta({ report, header, index }: ItemPlace, payload: JsonObject) {
  const { projectId, receivedAtMs } = report;
  const { sdk, traceId, sentAt } = header;
  const eventId = chooseEventId(report, { index, payload });
  return { eventId, projectId, receivedAtMs, sdk, traceId, sentAtMs: readTimestampMs(sentAt) };
}

/** Hides what is private, in place, before anything else reads it. Who the user was is read before, so that users stay apart. */
function hidePrivate(
  source: EventSource,
  { value, json }: ParsedItem,
  { report, hiding }: ItemPlace,
) {
  const event = toSdkEvent(source, value);
  const { addresses } = hiding.privacy;
  const sender = takesSender(event) ? report.senderAddress : undefined;
  const userHash = findUserHash(event, addresses === 'drop' ? undefined : sender);
  const { values, total } = hideSecrets(value, hiding, { json, senderAddress: sender });
  const isAllListed = values.reduce((sum, { count }) => sum + count, 0) === total;
  const senderAddress = sender && toKeptAddress(sender, addresses);
  return {
    userHash,
    ...(senderAddress ? { senderAddress } : {}),
    ...(total > 0 ? { hidden: values } : {}),
    ...(isAllListed ? {} : { hiddenTotal: total }),
  };
}

/** Returns a note of each cut. Blanks and escapes may make a payload larger than what is in it. */
function shorten({ payload }: SpooledItem, value: JsonObject): string[] {
  const { keptEventBytes } = reportLimits;
  if (payload.length <= keptEventBytes) return [];
  const shortened = shortenStrings(value, keptEventBytes);
  return [...shortened, ...dropLargest(value, keptEventBytes)];
}

function toAttachment(
  item: SpooledItem,
  { report, item: position, hiding }: ItemPlace,
): ReceivedAttachment {
  const { projectId, eventId, receivedAtMs } = report;
  return {
    projectId,
    ...(eventId === undefined ? {} : { eventId }),
    receivedAtMs,
    item: position,
    ...describeAttachment(item, hiding),
    read: item.read,
  };
}

function makeFeedback(item: SpooledItem, { report, item: position, hiding }: ItemPlace): Made {
  const parsed = parsePayload(item);
  if (!parsed.ok) return parsed;
  const said = readFeedback(parsed.value, hiding);
  if (!said) return mistake(item, 'The feedback has no text.');
  const { projectId, receivedAtMs } = report;
  const id = toHexId(parsed.value['event_id']) ?? deriveId(report, `feedback ${position}`);
  return { ok: true, feedback: { ...said, source: 'feedback', id, projectId, receivedAtMs } };
}

function makeUserReport(item: SpooledItem, { report, hiding }: ItemPlace): Made {
  const parsed = parsePayload(item);
  if (!parsed.ok) return parsed;
  const said = readUserReport(parsed.value, hiding);
  const id = said?.eventId ?? report.eventId;
  if (!said || id === undefined)
    return mistake(item, 'The user report has no text, or names no event.');
  const { projectId, receivedAtMs } = report;
  const feedback = { ...said, eventId: id, source: 'user_report' as const, id };
  return { ok: true, feedback: { ...feedback, projectId, receivedAtMs } };
}

function makeDiscards(item: SpooledItem, { report }: ItemPlace): Made {
  const parsed = parsePayload(item);
  if (!parsed.ok) return parsed;
  const { projectId, publicKey, receivedAtMs: atMs } = report;
  const discards = readDiscards(parsed.value);
  return { ok: true, discards: discards.map((each) => ({ ...each, projectId, publicKey, atMs })) };
}

function makeCheckIn(item: SpooledItem, { report, item: position }: ItemPlace): Made {
  const parsed = parsePayload(item);
  if (!parsed.ok) return parsed;
  const said = readCheckIn(parsed.value);
  if (typeof said === 'string') return mistake(item, said);
  const { projectId, receivedAtMs } = report;
  const newId = deriveId(report, `check-in ${position}`);
  return { ok: true, checkIn: { ...said, projectId, receivedAtMs, newId } };
}

function mistake({ type }: SpooledItem, reason: string): NotMade {
  return { ok: false, problem: { kind: toItemKind(type), reason } };
}

function parsePayload(
  item: SpooledItem,
): { readonly ok: true; readonly value: JsonObject; readonly json: string } | NotMade {
  const json = item.payload.toString('utf8');
  let value: unknown;
  try {
    value = parseJson(json);
  } catch (error) {
    return mistake(item, `The ${nameOf(item)} is not JSON: ${describeSyntax(error)}.`);
  }
  const object = readObject(value);
  if (!object) return mistake(item, `The ${nameOf(item)} is not a JSON object.`);
  // Before anything reads it: whatever recurses further down may then do so.
  if (!isWithinDepth(object, reportLimits.jsonDepth)) {
    return mistake(
      item,
      `The ${nameOf(item)} is nested deeper than ${reportLimits.jsonDepth} levels.`,
    );
  }
  return { ok: true, value: object, json };
}

/** Where, and no more: what the parser says quotes the text, and nothing of that was looked at for secrets. */
function describeSyntax(error: unknown): string {
  const { message } = error as SyntaxError;
  return (
    /at position \d+/.exec(message)?.[0] ??
    (/end of/.test(message) ? 'it ends early' : 'it is malformed')
  );
}

function nameOf({ type }: SpooledItem): string {
  return Object.hasOwn(sources, type) ? 'event' : type.replace('_', ' ');
}

/**
 * The first event has the id its sender was told; further ones their own, or one made of where they
 * stand. Two with one id are one event sent twice.
 */
function chooseEventId(
  report: SpooledReport,
  { index, payload }: { index: number; payload: JsonObject },
): string {
  const id = index === 0 ? report.eventId : toHexId(payload['event_id']);
  if (id) return id;
  return deriveId(report, String(index));
}

function deriveId({ origin, id }: SpooledReport, place: string): string {
  return hash('sha256', `${origin} ${id} ${place}`).slice(0, 32);
}
