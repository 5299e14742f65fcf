import {
  type CheckIn,
  encodePayload,
  type Feedback,
  type GroupedEvent,
  type LogItem,
  type ReceivedAttachment,
  type SessionItem,
  type SpanItem,
} from '#product/recording/reports';
import type { SpanRules } from '#product/recording/reports/relay';
import { Hiding } from '#events';
import type { DiscardCount, ItemKind, LogSettings } from '#shared';
import { toReason, Turn } from '#telemetry/plain';
import { isKept } from '../outcomes/kept-types.ts';
import type { SpooledReport } from '../spool/ports/spool-queue.ts';
import type { EventOptions } from './items/event.ts';
import { type Filtered, type Made, type NotMade, type Problem, sources } from './items/made.ts';
import { makeItem } from './items/make-item.ts';
import { readSpooledEnvelope, type SpooledEnvelope } from './spooled-envelope.ts';

export interface Processed {
  readonly events: readonly GroupedEvent[];
  readonly attachments: readonly ReceivedAttachment[];
  readonly feedback: readonly Feedback[];
  readonly discards: readonly DiscardCount[];
  readonly checkIns: readonly CheckIn[];
  readonly sessions: readonly SessionItem[];
  readonly logs: readonly LogItem[];
  readonly spans: readonly SpanItem[];
  readonly clientReports: number;
  readonly filtered: readonly Filtered[];
  readonly empty: readonly ItemKind[];
  readonly problems: readonly Problem[];
}

export interface ProcessReportOptions extends Partial<EventOptions> {
  readonly turn?: Turn;
  readonly hiding?: Hiding;
  readonly logs?: LogSettings | undefined;
  readonly spans?: SpanRules | undefined;
}

const defaultHiding = new Hiding();

/**
 * Turns a spooled report into the events, attachments and other rows to record. Yields to the event
 * loop when that takes long. An unreadable item does not affect the others. The same report always
 * gives the same result, ids included, so that a report processed again after a crash is
 * recognised. Rejects only when source maps cannot be read.
 */
export async function processReport(
  report: SpooledReport,
  {
    turn = new Turn(),
    encode = encodePayload,
    filter,
    hiding = defaultHiding,
    grouping,
    map,
    logs,
    spans,
    storms,
  }: ProcessReportOptions = {},
): Promise<Processed> {
  const parsed = await openEnvelope(report);
  if (!parsed.ok) return collect([parsed]);
  const { header, items } = parsed;
  const made: Made[] = [];
  let index = 0;
  for (const [item, each] of items.entries()) {
    if (!isKept(each.type)) continue;
    const place = { report, header, item, index, hiding, filter, logs, spans };
    if (isDue(report, item)) {
      made.push(await makeItem(each, place, { encode, filter, grouping, map, storms }));
    }
    if (Object.hasOwn(sources, each.type)) index += 1;
    await turn.yieldWhenLong();
  }
  return collect(withoutFilteredFiles(report, made));
}

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

/**
 * Filters out the attachments of a report whose first event is filtered. They belong to that event,
 * so no page would show them without it.
 */
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
    sessions: made.flatMap((each) => (each.ok && 'session' in each ? each.session : [])),
    logs: made.flatMap((each) => (each.ok && 'log' in each ? each.log : [])),
    spans: made.flatMap((each) => (each.ok && 'span' in each ? each.span : [])),
    clientReports: made.filter((each) => each.ok && 'discards' in each).length,
    filtered: made.flatMap((each) => (each.ok && 'filtered' in each ? each.filtered : [])),
    empty: made.flatMap((each) => (each.ok && 'empty' in each ? each.empty : [])),
    problems: made.flatMap((each) => (each.ok ? [] : each.problem)),
  };
}
