import { createHash } from 'node:crypto';
import type { GroupedEvent } from '#persistence';
import { type ItemKind, reportLimits } from '#shared';
import type { EnvelopeHeader, EnvelopeItem } from '../envelope/envelope.ts';
import { toHexId } from '../envelope/envelope-header.ts';
import { isWithinDepth } from '../envelope/json-depth.ts';
import { parseEnvelope } from '../envelope/parse-envelope.ts';
import { parseJson } from '../envelope/parse-json.ts';
import { toReason } from '../logging/to-reason.ts';
import { toItemKind } from '../outcomes/item-kind.ts';
import type { SpooledReport } from '../spool/spool.ts';
import { Turn } from '../timing/turn.ts';
import { groupEvent } from './grouping/group-event.ts';
import { toCspEvent } from './normalise/csp-event.ts';
import { normaliseEvent } from './normalise/normalise-event.ts';
import { type JsonObject, readObject } from './normalise/shape.ts';
import { toUserHash } from './user-hash.ts';

/** How items that become events are read, by their type. */
const readers: Readonly<Record<string, (payload: JsonObject) => JsonObject>> = {
  event: (payload) => payload,
  raw_security: toCspEvent,
};

/** Why an event of a report, or the report as a whole, could not be processed. */
export interface Problem {
  /** Of the item that it is of. */
  readonly kind: ItemKind;
  readonly reason: string;
  /** What the rules threw, which they promise not to; absent for a mistake of the sender. */
  readonly error?: unknown;
}

export interface Processed {
  readonly events: readonly GroupedEvent[];
  readonly problems: readonly Problem[];
}

/**
 * Makes events of a spooled report, in as many turns of the event loop as it takes; an event that is
 * no event hides none that stands beside it. Pure: the same report always gives the same events, ids
 * included, so that a report processed again after a crash is recognised. Never rejects.
 */
export async function processReport(
  report: SpooledReport,
  turn: Turn = new Turn(),
): Promise<Processed> {
  const parsed = parseEnvelope(report.body);
  if (!parsed.ok) return { events: [], problems: [{ kind: 'unknown', reason: parsed.detail }] };
  const { header, items } = parsed.envelope;
  const events: GroupedEvent[] = [];
  const problems: Problem[] = [];
  for (const [index, item] of items.filter(({ type }) => Object.hasOwn(readers, type)).entries()) {
    const made = processEvent(item, { report, header, index });
    if (made.ok) events.push(made.event);
    else problems.push(made.problem);
    await turn.yieldWhenLong();
  }
  return { events, problems };
}

interface EventPlace {
  readonly report: SpooledReport;
  readonly header: EnvelopeHeader;
  /** Among the events of the report. */
  readonly index: number;
}

/** A mistake in the rules costs the event that met it, no other. */
function processEvent(
  { type, payload }: EnvelopeItem,
  { report, header, index }: EventPlace,
):
  | { readonly ok: true; readonly event: GroupedEvent }
  | { readonly ok: false; readonly problem: Problem } {
  const kind = toItemKind(type);
  const parsed = parsePayload(payload);
  if (!parsed.ok) return { ok: false, problem: { kind, reason: parsed.reason } };
  try {
    const event = readers[type]!(parsed.event);
    const eventId = chooseEventId(report, { index, payload: event });
    return { ok: true, event: { ...toGroupedEvent(event, { report, eventId, header }), kind } };
  } catch (error) {
    const reason = `Processing failed: ${toReason(error)}`;
    return { ok: false, problem: { kind, reason, error } };
  }
}

function parsePayload(
  payload: Buffer,
):
  | { readonly ok: true; readonly event: JsonObject }
  | { readonly ok: false; readonly reason: string } {
  let value: unknown;
  try {
    value = parseJson(payload.toString('utf8'));
  } catch (error) {
    return { ok: false, reason: `The event is not JSON: ${toReason(error)}` };
  }
  const event = readObject(value);
  if (!event) return { ok: false, reason: 'The event is not a JSON object.' };
  // Before anything reads it: whatever recurses further down may then do so.
  if (!isWithinDepth(event, reportLimits.jsonDepth)) {
    const reason = `The event is nested deeper than ${reportLimits.jsonDepth} levels.`;
    return { ok: false, reason };
  }
  return { ok: true, event };
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
  const place = `${report.origin} ${report.id} ${index}`;
  return createHash('sha256').update(place).digest('hex').slice(0, 32);
}

function toGroupedEvent(
  payload: JsonObject,
  { report, eventId, header }: { report: SpooledReport; eventId: string; header: EnvelopeHeader },
): Omit<GroupedEvent, 'kind'> {
  const { projectId, receivedAtMs } = report;
  const event = normaliseEvent(payload, { eventId, projectId, receivedAtMs, envelope: header });
  const userHash = toUserHash(event.user);
  return { event, grouping: groupEvent(event), ...(userHash ? { userHash } : {}) };
}
