import { reportLimits, type EnvelopeHeader, type ItemHeader } from '#shared';
import { EnvelopeReader } from '../../envelope/envelope-reader.ts';
import { addKinds, KindCounter } from '../../outcomes/report-contents.ts';
import type { BodyReading, Opened } from '../body/body-reading.ts';
import { ByteRuns } from '../body/byte-runs.ts';
import type { Refusal } from '../refusal.ts';
import { type ReportFormat, isOverBudget, type BodyContext } from './report-format.ts';
import { EventItem, parseEvent } from './event-item.ts';
import { createReportId, findOwnId } from './report-id.ts';

export const envelopeFormat: ReportFormat = {
  kind: 'unknown',
  hasHeader: true,
  open: (passage) => new EnvelopeReading(passage),
};

const EVENT = 'event';

/**
 * Keeps the envelope header and the accepted items byte for byte. A sender over its rate limit may
 * send only items that have an allowance of their own, in envelopes of at most `overLimitReadBytes`,
 * or `overLimitLogBytes` when these are logs or spans.
 */
class EnvelopeReading implements BodyReading {
  private readonly reader: EnvelopeReader;
  private readonly runs = new ByteRuns();
  private passedBytes = 0;
  private heldBytes = 0;
  private readonly kept = new KindCounter();
  private readonly filtered = new KindCounter();
  private readonly passed = new KindCounter();
  private readonly heldBack = new KindCounter();
  private readonly overBudget = new KindCounter();
  private pushedBytes = 0;
  private envelope: EnvelopeHeader = {};
  private eventId: string | undefined;
  private readonly events: EventItem[] = [];
  private event: EventItem | undefined;
  private isPassing = true;
  private items = 0;
  private refusal: Refusal | undefined;

  constructor(private readonly passage: BodyContext) {
    this.reader = new EnvelopeReader(passage.types, {
      header: (header, line) => this.takeHeader(header, line),
      item: (item, line) => this.takeItem(item, line),
      payload: (piece) => this.takePayload(piece),
      gap: (bytes) => this.pass(bytes),
    });
  }

  get behind(): Promise<void> | undefined {
    return this.passage.kept.behind;
  }

  push(chunk: Buffer): Refusal | undefined {
    this.pushedBytes += chunk.length;
    const refusal = this.reader.push(chunk) ?? this.refusal ?? this.checkReadBytes();
    return refusal ?? this.countHeld() ?? this.passage.kept.keep(this.runs.take(), chunk.length);
  }

  async finish(): Promise<Opened | Refusal> {
    const refusal = this.reader.finish() ?? this.refusal ?? this.keepRest();
    if (refusal) return refusal;
    const { kept, filtered, passed } = this;
    const wrong = await this.checkEvents();
    if (wrong) return wrong;
    const contents = { kept: kept.counts, filtered: filtered.counts, passed: passed.counts };
    const heldBack = this.heldBack.counts;
    const items = kept.total + passed.total;
    const overBudget = this.overBudget.total;
    return {
      ok: true,
      eventId: this.eventId,
      header: this.envelope,
      items,
      contents,
      heldBack: this.isLimited ? heldBack : undefined,
      overBudget: overBudget > 0 ? overBudget : undefined,
    };
  }

  private get isLimited(): boolean {
    return this.passage.admission.limited !== undefined;
  }

  private checkReadBytes(): Refusal | undefined {
    const { limited } = this.passage.admission;
    const { log_item: logs = 0, span = 0, transaction = 0 } = this.kept.counts;
    const most =
      logs + span + transaction > 0
        ? reportLimits.overLimitLogBytes
        : reportLimits.overLimitReadBytes;
    if (!limited || this.pushedBytes <= most) return undefined;
    const seen = addKinds(this.kept.counts, this.heldBack.counts);
    const contents = { kept: seen, filtered: this.filtered.counts, passed: this.passed.counts };
    const refusal: Refusal = { ok: false, code: 'report.rate_limited', limited };
    // Items whose header was read count one by one, so that a batch of 100 logs counts as 100.
    return this.items > 0 ? { ...refusal, contents } : refusal;
  }

  private countHeld(): Refusal | undefined {
    const { share } = this.passage;
    const more = this.reader.heldBytes - this.heldBytes;
    if (more > 0 && !share.take(more)) return { ok: false, code: 'relay.busy' };
    if (more < 0) share.giveBack(-more);
    this.heldBytes += more;
    return undefined;
  }

  /** Keeps a last line without a line end, which the reader delivers only when it finishes. */
  private keepRest(): Refusal | undefined {
    const rest = this.runs.take();
    return rest.length === 0 ? undefined : this.passage.kept.keep(rest, 0);
  }

  private takeHeader(header: EnvelopeHeader, line: Buffer): boolean {
    this.refusal = this.passage.admission.checkHeader(header);
    this.envelope = header;
    this.eventId = header.eventId;
    this.pass(line);
    return this.refusal === undefined;
  }

  private takeItem({ type, fields }: ItemHeader, line: Buffer): void {
    const counter = this.findCounter(type);
    this.isPassing = counter === this.kept || counter === this.passed;
    // An item that is only forwarded counts as one against the rate limit, even when its header
    // claims a higher number.
    const { types } = this.passage;
    counter.add(types.toKind(type), counter === this.passed ? 1 : types.count(type, fields));
    this.pass(line);
    this.items += 1;
    const isEvent = this.isPassing && type === EVENT;
    this.event = isEvent
      ? new EventItem(`Item ${this.items}, an event,`, this.passedBytes)
      : undefined;
    if (this.event) this.events.push(this.event);
  }

  private findCounter(type: string): KindCounter {
    const { admission, types } = this.passage;
    if (admission.isHeldBack(types.toKind(type))) return this.heldBack;
    if (admission.acceptsOnlyErrors && type !== EVENT) return this.filtered;
    if (type === 'attachment' && isOverBudget(this.passage)) return this.overBudget;
    if (types.isKept(type)) return this.kept;
    return this.passage.takesAll() ? this.passed : this.filtered;
  }

  private takePayload(piece: Buffer): void {
    this.event?.add(piece);
    this.refusal ??= this.event?.checkBytes(this.passage.admission.maxEventBytes);
    this.pass(piece);
  }

  private pass(bytes: Buffer): void {
    if (!this.isPassing) return;
    this.runs.add(bytes);
    this.passedBytes += bytes.length;
  }

  /**
   * Refuses the whole envelope for one malformed event, because a 200 promises that every event is
   * kept. Parses as many events as the parse budget allows, and checks only the first and last byte
   * of the others. The first event's id names the report when the envelope header names none.
   * Without that either, processing finds the event's own id.
   */
  private async checkEvents(): Promise<Refusal | undefined> {
    for (const item of this.events) {
      const refusal = item.checkEnds() ?? (await this.parse(item));
      if (refusal) return refusal;
    }
    // Attachments find their event by this id alone.
    if (this.kept.counts.attachment && this.events.length > 0) this.eventId ??= createReportId();
    return undefined;
  }

  private async parse(item: EventItem): Promise<Refusal | undefined> {
    const { admission, kept } = this.passage;
    if (!admission.mayParse(item.bytes)) return undefined;
    const parsed = parseEvent(await kept.read(item.offset, item.bytes), item.name);
    if (!parsed.ok) return parsed;
    if (item === this.events[0]) this.eventId ??= findOwnId(parsed.event);
    return undefined;
  }
}
