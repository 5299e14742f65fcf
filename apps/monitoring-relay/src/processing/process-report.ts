import {
  type CheckIn,
  encodePayload,
  type Feedback,
  type GroupedEvent,
  type ReceivedAttachment,
} from '#product/recording/reports';
import { Hiding } from '#events';
import type { DiscardCount } from '#shared';
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
  /** How many items have told what their SDK dropped. */
  readonly clientReports: number;
  /** Events that the project filters, and the files that came with them. Nothing else is known of them. */
  readonly filtered: readonly Filtered[];
  readonly problems: readonly Problem[];
}

export interface ProcessReportOptions extends Partial<EventOptions> {
  readonly turn?: Turn;
  /** What the report's project hides; absent: what is hidden everywhere. */
  readonly hiding?: Hiding;
}

/** What is hidden everywhere. */
const everywhere = new Hiding();

/**
 * Makes what is recorded of a spooled report, in as many turns of the event loop as it takes; an item that is
 * none of its kind hides none that stands beside it. The same report always gives the same, ids included, so that a
 * report processed again after a crash is recognised. Rejects only where source maps cannot be asked.
 */
export async function processReport(
  report: SpooledReport,
  {
    turn = new Turn(),
    encode = encodePayload,
    filter,
    hiding = everywhere,
    grouping,
    map,
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
    if (isDue(report, item)) {
      made.push(await makeItem(each, place, { encode, filter, grouping, map }));
    }
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
