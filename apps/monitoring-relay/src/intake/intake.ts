import type { IncomingMessage } from 'node:http';
import { setImmediate } from 'node:timers/promises';
import { Inject, Injectable, Logger } from '@nestjs/common';
import { reportLimits } from '#shared';
import { aboutRequest, findRequestId } from '#telemetry';
import { describeError } from '#telemetry/plain';
import { ForwardDecision } from '../forwarding/decision/forward-decision.ts';
import { Monitoring } from '../monitoring/monitoring.ts';
import {
  addKinds,
  isEmpty,
  type KindCounts,
  type ReportContents,
} from '../outcomes/report-contents.ts';
import { ItemTypes } from '../outcomes/item-types.ts';
import type { Admission } from './admission/admission.ts';
import { Admissions } from './admission/admissions.ts';
import { BodyReader, type ReadingRules } from './body/body-reader.ts';
import type { Opened } from './body/body-reading.ts';
import type { KeptBody } from './body/kept-body.ts';
import { findDecoder } from './decoding/content-decoder.ts';
import type { ReportFormat } from './formats/report-format.ts';
import type { RefusedForm } from './formats/refused-forms.ts';
import type { MirroredKey } from '../spool/keys/key-archive.ts';
import { IntakeTally } from './intake-tally.ts';
import type { Refusal } from './refusal.ts';
import { ReportKeeper, type TakenReport } from './report-keeper.ts';
import { SenderClocks } from './sender-clocks.ts';

export type Taken =
  | {
      readonly ok: true;
      readonly eventId: string | undefined;
      /** Categories that the SDK need not send. */
      readonly unwanted: readonly string[];
    }
  | Refusal
  | { readonly ok: false; readonly code: 'gone' }
  | { readonly ok: false; readonly code: 'stalled' };

interface Arrival {
  readonly request: IncomingMessage;
  readonly admission: Admission;
  readonly format: ReportFormat;
}

type Concluded = Omit<Arrival, 'format'> & { readonly format: Pick<ReportFormat, 'kind'> };

/**
 * Checks as much as possible before it reads the body. Accepts a report only when it is in the
 * spool.
 */
@Injectable()
export class Intake {
  private readonly logger = new Logger(Intake.name);

  constructor(
    @Inject(Admissions) private readonly admissions: Admissions,
    @Inject(BodyReader) private readonly bodies: BodyReader,
    @Inject(ReportKeeper) private readonly keeper: ReportKeeper,
    @Inject(SenderClocks) private readonly clocks: SenderClocks,
    @Inject(IntakeTally) private readonly tally: IntakeTally,
    @Inject(Monitoring) private readonly monitoring: Monitoring,
    @Inject(ItemTypes) private readonly types: ItemTypes,
    @Inject(ForwardDecision) private readonly forwardDecision: ForwardDecision,
  ) {}

  async take(
    request: IncomingMessage,
    projectId: number | undefined,
    format: ReportFormat,
  ): Promise<Taken> {
    const admission = this.admissions.open({ projectId, ...toEntry(format) });
    const arrival = { request, admission, format };
    return this.conclude(arrival, () => this.receive(arrival));
  }

  /**
   * Takes a report whose body is already in memory. A `HEAD` request gets the answer of the full
   * request, but nothing is kept or counted.
   */
  async takeWhole(
    request: IncomingMessage,
    projectId: number,
    { format, body }: { readonly format: ReportFormat; readonly body: Buffer },
  ): Promise<Taken> {
    const admission = this.admissions.open({ projectId, ...toEntry(format) });
    const arrival = { request, admission, format };
    return this.conclude(arrival, async () => {
      const refusal = admission.checkRequest(request) ?? this.admissions.checkRoom();
      return refusal ?? (await this.bodies.readWhole(body, this.toRules(arrival)));
    });
  }

  /**
   * Refuses a report in an unsupported format, without reading its body. The answer tells the
   * sender what to use instead, even when the key is wrong. If the key is known, its project counts
   * the refusal.
   */
  refuse(
    request: IncomingMessage,
    projectId: number,
    { kind, detail }: RefusedForm,
  ): Promise<Taken> {
    const admission = this.admissions.open({ projectId, hasHeader: false });
    return this.conclude({ request, admission, format: { kind } }, () => {
      admission.checkRequest(request);
      return Promise.resolve({ ok: false, code: 'report.form_refused', detail });
    });
  }

  private async conclude(arrival: Concluded, take: () => Promise<Taken>): Promise<Taken> {
    const { admission, format } = arrival;
    const outcome: Taken = await take().catch((error: unknown) => this.explain(error, arrival));
    if (outcome.ok || outcome.code === 'gone' || outcome.code === 'stalled') return outcome;
    const taken = preferRateLimit(outcome, admission);
    const contents = taken.contents ?? { kept: { [format.kind]: 1 }, filtered: {} };
    if (admission.key && !isHead(arrival)) {
      this.tally.addRefused(admission.key, taken, contents);
    }
    return taken;
  }

  private async receive(arrival: Arrival): Promise<Taken> {
    const { request, admission } = arrival;
    const decoder = findDecoder(request.headers['content-encoding']);
    const refusal =
      admission.checkRequest(request) ??
      (decoder === undefined ? { ok: false, code: 'report.encoding_unknown' } : undefined) ??
      checkKind(arrival) ??
      checkAnnouncedLength(request, admission) ??
      this.admissions.checkRoom();
    if (refusal) return refusal;
    const rules = this.toRules(arrival);
    const sender = admission.key?.publicKey;
    const noteInflated = (bytes: number): void => admission.noteInflated(bytes);
    return this.bodies.read(request, { decoder: decoder ?? null, sender, noteInflated, ...rules });
  }

  private toRules(arrival: Arrival): Pick<ReadingRules<Taken>, 'begin' | 'use'> {
    const { request, admission, format } = arrival;
    const takesAll = (): boolean =>
      !admission.acceptsOnlyErrors && this.forwardDecision.takesAll(admission.key, request);
    return {
      begin: (body) => format.open({ admission, takesAll, types: this.types, ...body }),
      use: (opened, kept) => this.keep(opened, kept, arrival),
    };
  }

  private async keep(
    opened: Opened,
    kept: KeptBody,
    { admission, request }: Arrival,
  ): Promise<Taken> {
    if (!(await isSenderThere(request))) return { ok: false, code: 'gone' };
    const { eventId, contents, heldBack } = opened;
    const admitted = admission.admit(opened);
    const all = heldBack ? { ...contents, kept: addKinds(contents.kept, heldBack) } : contents;
    if (!admitted.ok) return { ...admitted, contents: all };
    if (heldBack && opened.items === 0) return refuseOverLimit(admission, heldBack);
    if (isOnlyOverBudget(opened)) return refuseOverBudget(opened);
    const { projectId, publicKey } = admitted.key;
    const owing = this.forwardDecision.decide(admitted.key, request);
    if (!owing.ok) return { ...owing, code: 'envelope.malformed', contents: all };
    if (isHead({ request })) return { ok: true, eventId, unwanted: [] };
    const { forwarding, hops } = owing;
    const refusal = await this.keeper.keep({
      projectId,
      publicKey,
      ...toSent(opened, kept),
      ...(opened.header && { contents: this.withClock(opened, projectId, admission) }),
      ...(forwarding ? { forwarding } : {}),
      ...(hops ? { hops } : {}),
      ...findSender(admission, { contents, forwarding }),
      ...(admission.sender?.request && { request: admission.sender.request }),
    });
    if (refusal) return { ...refusal, contents: all };
    this.countOverBudget(opened, admitted.key);
    if (heldBack && !isEmpty(heldBack)) return refuseOverLimit(admission, heldBack);
    // A forwarding relay is not asked to stop sending these kinds, because it would stop for an
    // hour and for all its senders.
    const isFromRelay = this.forwardDecision.isFromRelay(request);
    return {
      ok: true,
      eventId,
      unwanted: isFromRelay ? [] : admission.listUnwanted(contents, forwarding !== undefined),
    };
  }

  private withClock(
    { header = {}, contents }: Opened,
    projectId: number,
    { sender }: Admission,
  ): ReportContents {
    const correctionMs = this.clocks.follow(header, { projectId, address: sender?.address });
    return correctionMs === undefined || contents.kept.log_item === undefined
      ? contents
      : { ...contents, correctionMs };
  }

  private countOverBudget(opened: Opened, key: MirroredKey): void {
    if (opened.overBudget === undefined) return;
    const { contents, ...refusal } = refuseOverBudget(opened);
    this.tally.addRefused(key, refusal, contents);
  }

  private explain(error: unknown, { request, admission: { key } }: Concluded): Refusal {
    const whose = key ? `project ${key.projectSlug}` : 'a project that is not known yet';
    const line = `A report of ${whose} could not be accepted. ${describeError(error)}`;
    this.logger.error(aboutRequest(line, request));
    // While the key is unknown, the failed report may be Errata's own. Reporting this error could
    // fail again and loop.
    if (key?.projectSlug) {
      this.monitoring.report(error, key.projectSlug, findRequestId(request));
    }
    return { ok: false, code: 'relay.failed' };
  }
}

/**
 * Resolves with false when the sender has closed its connection. A closed connection is noticed in a
 * turn of the loop: after a pause of this process, the body and the end wait in the socket together.
 * A sender that has given up sends its report again, so keeping it would count it twice.
 */
async function isSenderThere({ socket }: IncomingMessage): Promise<boolean> {
  // The first turn ends before the connection is read again.
  for (let turn = 0; turn < 2; turn += 1) await setImmediate();
  return socket.writable;
}

function isHead({ request }: Pick<Arrival, 'request'>): boolean {
  return request.method === 'HEAD';
}

function toSent(
  { eventId, items, contents }: Opened,
  kept: KeptBody,
): Pick<TakenReport, 'contents' | 'eventId' | 'body'> {
  return { contents, eventId: eventId || undefined, body: items > 0 ? kept : undefined };
}

/**
 * Returns the sender's IP address for errors, security reports, spans and forwarded reports only.
 * Events may ask to store the address, projects filter by it, and the upstream may need it.
 */
function findSender(
  { sender }: Admission,
  { contents: { kept }, forwarding }: Pick<TakenReport, 'contents' | 'forwarding'>,
): Pick<TakenReport, 'senderAddress'> {
  const { error, security, span, transaction } = kept;
  const mayAsk = [forwarding, error, security, span, transaction].some((one) => one !== undefined);
  return mayAsk && sender?.address !== undefined ? { senderAddress: sender.address } : {};
}

function toEntry({
  hasHeader,
  publicKey,
}: ReportFormat): Pick<ReportFormat, 'hasHeader' | 'publicKey'> {
  return publicKey === undefined ? { hasHeader } : { hasHeader, publicKey };
}

function refuseOverLimit({ limited }: Admission, heldBack: KindCounts): Refusal {
  const refusal: Refusal = { ok: false, code: 'report.rate_limited', limited };
  return isEmpty(heldBack) ? refusal : { ...refusal, contents: { kept: heldBack, filtered: {} } };
}

function isOnlyOverBudget({ overBudget, items, contents }: Opened): boolean {
  return overBudget !== undefined && items === 0 && isEmpty(contents.filtered);
}

function refuseOverBudget({
  overBudget = 0,
}: Opened): Refusal & { readonly contents: ReportContents } {
  const contents = { kept: { attachment: overBudget }, filtered: {} };
  return { ok: false, code: 'report.over_budget', contents };
}

/** A sender over its limit gets `report.rate_limited`, even when its body is also malformed. */
function preferRateLimit(refused: Refusal, { limited }: Admission): Refusal {
  return limited ? { ...refused, code: 'report.rate_limited', limited } : refused;
}

const OTHER_KINDS: readonly string[] = ['attachment', 'default', 'monitor', 'security'];

/**
 * Refuses a format that cannot contain errors when the key accepts only errors. Envelopes are
 * checked item by item instead.
 */
function checkKind({ admission, format: { kind } }: Arrival): Refusal | undefined {
  return admission.acceptsOnlyErrors && OTHER_KINDS.includes(kind)
    ? { ok: false, code: 'report.kind_refused' }
    : undefined;
}

function checkAnnouncedLength(
  request: IncomingMessage,
  { limited }: Admission,
): Refusal | undefined {
  const announced = Number(request.headers['content-length'] ?? 0);
  if (limited && announced > reportLimits.overLimitLogBytes) {
    return { ok: false, code: 'report.rate_limited', limited };
  }
  return announced > reportLimits.wireBytes ? { ok: false, code: 'report.too_large' } : undefined;
}
