import { encodePayload, type GroupedEvent } from '#product/recording/reports';
import type { EventRules, MadeItem } from '#product/recording/reports/relay';
import { Hiding } from '#events';
import type { ItemKind } from '#shared';
import { toReason, Turn } from '#telemetry/plain';
import type { SpooledReport } from '../spool/ports/spool-queue.ts';
import { type Filtered, type Made, type NotMade, type Problem, sources } from './items/made.ts';
import { type ItemOptions, makeItem } from './items/make-item.ts';
import { readSpooledEnvelope, type SpooledEnvelope } from './spooled-envelope.ts';

export interface Processed {
  readonly events: readonly GroupedEvent[];
  readonly items: readonly MadeItem[];
  readonly filtered: readonly Filtered[];
  readonly empty: readonly ItemKind[];
  readonly problems: readonly Problem[];
}

export interface ProcessReportOptions
  extends EventRules, Partial<Omit<ItemOptions, 'types'>>, Pick<ItemOptions, 'types'> {
  readonly turn?: Turn;
}

const defaultHiding = new Hiding();

/**
 * Turns a spooled report into the events and other items to record. Yields to the event
 * loop when that takes long. An unreadable item does not affect the others. The same report always
 * gives the same result, ids included, so that a report processed again after a crash is
 * recognised. Rejects only when source maps cannot be read.
 */
export async function processReport(
  report: SpooledReport,
  { turn = new Turn(), encode = encodePayload, types, map, storms, ...rules }: ProcessReportOptions,
): Promise<Processed> {
  const parsed = await openEnvelope(report, types);
  if (!parsed.ok) return collect([parsed]);
  const { header, items } = parsed;
  const { hiding = defaultHiding, filter, grouping } = rules;
  const toKind = (word: string): ItemKind => types.toKind(word);
  const options = { encode, types, filter, grouping, map, storms };
  const made: Made[] = [];
  let index = 0;
  for (const [item, each] of items.entries()) {
    if (!types.isKept(each.type)) continue;
    const claimed = types.count(each.type, each.fields);
    const place = { ...rules, report, header, item, index, claimed, hiding, toKind };
    if (isDue(report, item)) made.push(await makeItem(each, place, options));
    if (Object.hasOwn(sources, each.type)) index += 1;
    await turn.yieldWhenLong();
  }
  return collect(withoutFilteredFiles(report, made));
}

function isDue({ contents }: SpooledReport, item: number): boolean {
  return contents.items?.includes(item) ?? true;
}

async function openEnvelope(
  report: SpooledReport,
  types: ItemOptions['types'],
): Promise<SpooledEnvelope | NotMade> {
  try {
    const parsed = await readSpooledEnvelope(report, types);
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
    each.ok && 'item' in each && each.item.kind === 'attachment'
      ? { ok: true, filtered, eventId }
      : each,
  );
}

function collect(made: readonly Made[]): Processed {
  return {
    events: made.flatMap((each) => (each.ok && 'event' in each ? each.event : [])),
    items: made.flatMap((each) => (each.ok && 'item' in each ? each.item : [])),
    filtered: made.flatMap((each) => (each.ok && 'filtered' in each ? each.filtered : [])),
    empty: made.flatMap((each) => (each.ok && 'empty' in each ? each.empty : [])),
    problems: made.flatMap((each) => (each.ok ? [] : each.problem)),
  };
}
