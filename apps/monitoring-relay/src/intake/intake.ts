import type { IncomingMessage } from 'node:http';
import { Inject, Injectable, Logger } from '@nestjs/common';
import { reportLimits } from '#shared';
import { aboutRequest, findRequestId } from '#telemetry';
import { describeError } from '#telemetry/plain';
import { Onward } from '../forwarding/onward/onward.ts';
import { Monitoring } from '../monitoring/monitoring.ts';
import {
  addKinds,
  isEmpty,
  type KindCounts,
  type ReportContents,
} from '../outcomes/report-contents.ts';
import type { Admission } from './admission/admission.ts';
import { Admissions } from './admission/admissions.ts';
import { BodyReader, type ReadingRules } from './body/body-reader.ts';
import type { Opened } from './body/body-reading.ts';
import type { KeptBody } from './body/kept-body.ts';
import { findDecoder } from './decoding/content-decoder.ts';
import type { Door } from './doors/door.ts';
import type { RefusedForm } from './doors/refused-forms.ts';
import type { MirroredKey } from '../spool/keys/key-archive.ts';
import { IntakeTally } from './intake-tally.ts';
import type { Refusal } from './refusal.ts';
import { ReportKeeper, type TakenReport } from './report-keeper.ts';

export type Taken =
  | {
      readonly ok: true;
      readonly eventId: string | undefined;
      /** Its sender is an SDK, and sends what nothing here, nor another service, is to have. */
      readonly hasUnshown: boolean;
    }
  | RefusedReport
  | { readonly ok: false; readonly code: 'gone' }
  | { readonly ok: false; readonly code: 'stalled' };

/** `contents` once it is known what is in it. */
type RefusedReport = Refusal & { readonly contents?: ReportContents };

interface Arrival {
  readonly request: IncomingMessage;
  readonly admission: Admission;
  readonly door: Door;
}

type Concluded = Omit<Arrival, 'door'> & { readonly door: Pick<Door, 'kind'> };

/** Takes one report from a request: checks what can be checked before reading, reads, keeps, and only then says yes. */
@Injectable()
export class Intake {
  private readonly logger = new Logger(Intake.name);

  constructor(
    @Inject(Admissions) private readonly admissions: Admissions,
    @Inject(BodyReader) private readonly bodies: BodyReader,
    @Inject(ReportKeeper) private readonly keeper: ReportKeeper,
    @Inject(IntakeTally) private readonly tally: IntakeTally,
    @Inject(Monitoring) private readonly monitoring: Monitoring,
    @Inject(Onward) private readonly onward: Onward,
  ) {}

  /**
   * `projectId` undefined: the tunnel, where the envelope's own DSN says who reports to what. `door`: the
   * form in which it comes.
   */
  async take(request: IncomingMessage, projectId: number | undefined, door: Door): Promise<Taken> {
    const admission = this.admissions.open({ projectId, ...toAsked(door) });
    const arrival = { request, admission, door };
    return this.conclude(arrival, () => this.receive(arrival));
  }

  /** As `take`, of a report whose body is there already. `HEAD` is answered as it would be, and keeps and counts nothing. */
  async takeWhole(
    request: IncomingMessage,
    projectId: number,
    { door, body }: { readonly door: Door; readonly body: Buffer },
  ): Promise<Taken> {
    const admission = this.admissions.open({ projectId, ...toAsked(door) });
    const arrival = { request, admission, door };
    return this.conclude(arrival, async () => {
      const refusal = admission.checkRequest(request) ?? this.admissions.checkRoom();
      return refusal ?? (await this.bodies.readWhole(body, this.toRules(arrival)));
    });
  }

  /** Refuses a report unread. Its sender is told what to use instead, whatever else is wrong; a known key's project counts it. */
  refuse(
    request: IncomingMessage,
    projectId: number,
    { kind, detail }: RefusedForm,
  ): Promise<Taken> {
    const admission = this.admissions.open({ projectId, hasHeader: false });
    return this.conclude({ request, admission, door: { kind } }, () => {
      admission.checkRequest(request);
      return Promise.resolve({ ok: false, code: 'report.form_refused', detail });
    });
  }

  /** Counts what is refused. What never arrived as a whole is nothing that could be counted. */
  private async conclude(arrival: Concluded, take: () => Promise<Taken>): Promise<Taken> {
    const { admission, door } = arrival;
    const outcome: Taken = await take().catch((error: unknown) => this.explain(error, arrival));
    if (outcome.ok || outcome.code === 'gone' || outcome.code === 'stalled') return outcome;
    const taken = blameLimit(outcome, admission);
    const contents = taken.contents ?? { kept: { [door.kind]: 1 }, filtered: {} };
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
    return this.bodies.read(request, { decoder: decoder ?? null, sender, ...rules });
  }

  private toRules(arrival: Arrival): Pick<ReadingRules<Taken>, 'begin' | 'use'> {
    const { request, admission, door } = arrival;
    const takesAll = (): boolean =>
      !admission.takesErrorsAlone && this.onward.takesAll(admission.key, request);
    return {
      begin: (body) => door.open({ admission, takesAll, ...body }),
      use: (opened, kept) => this.keep(opened, kept, arrival),
    };
  }

  private async keep(
    opened: Opened,
    kept: KeptBody,
    { admission, request }: Arrival,
  ): Promise<Taken> {
    const { eventId, contents, heldBack } = opened;
    const admitted = admission.admit(opened);
    const all = heldBack ? { ...contents, kept: addKinds(contents.kept, heldBack) } : contents;
    if (!admitted.ok) return { ...admitted, contents: all };
    if (heldBack && opened.items === 0) return holdBack(admission, heldBack);
    if (isOnlyOverBudget(opened)) return refuseOverBudget(opened);
    const { projectId, publicKey } = admitted.key;
    const owing = this.onward.decide(admitted.key, request);
    if (!owing.ok) return { ...owing, code: 'envelope.malformed', contents: all };
    if (isHead({ request })) return { ok: true, eventId, hasUnshown: false };
    const { owed, hops } = owing;
    const refusal = await this.keeper.keep({
      projectId,
      publicKey,
      ...toSent(opened, kept),
      ...(owed ? { owed } : {}),
      ...(hops ? { hops } : {}),
      ...findSender(admission, { contents, owed }),
    });
    if (refusal) return { ...refusal, contents: all };
    this.countOverBudget(opened, admitted.key);
    if (heldBack && !isEmpty(heldBack)) return holdBack(admission, heldBack);
    // A relay would keep it for that hour, and it has no say in what its senders make.
    const hasUnshown = !isEmpty(contents.filtered) && !this.onward.isOfRelay(request);
    return { ok: true, eventId, hasUnshown };
  }

  /** Of what was taken otherwise. */
  private countOverBudget(opened: Opened, key: MirroredKey): void {
    if (opened.overBudget === undefined) return;
    const { contents, ...refusal } = refuseOverBudget(opened);
    this.tally.addRefused(key, refusal, contents);
  }

  private explain(error: unknown, { request, admission: { key } }: Concluded): Refusal {
    const whose = key ? `project ${key.projectSlug}` : 'a project that is not known yet';
    const line = `A report of ${whose} could not be accepted. ${describeError(error)}`;
    this.logger.error(aboutRequest(line, request));
    // It may be one of Errata's own as long as nobody knows whose it is: a report would cause the next.
    if (key?.projectSlug) {
      this.monitoring.report(error, key.projectSlug, findRequestId(request));
    }
    return { ok: false, code: 'relay.failed' };
  }
}

function isHead({ request }: Pick<Arrival, 'request'>): boolean {
  return request.method === 'HEAD';
}

/** What was sent. Of what is only counted no body is kept. */
function toSent(
  { eventId, items, contents }: Opened,
  kept: KeptBody,
): Pick<TakenReport, 'contents' | 'eventId' | 'body'> {
  return { contents, ...(eventId ? { eventId } : {}), ...(items > 0 ? { body: kept } : {}) };
}

/**
 * Events may ask for the address of their sender, and projects filter them by it; what is sent on may ask it of the next
 * service. Nothing else does.
 */
function findSender(
  { senderAddress }: Admission,
  { contents: { kept }, owed }: Pick<TakenReport, 'contents' | 'owed'>,
): Pick<TakenReport, 'senderAddress'> {
  const mayAsk = owed !== undefined || kept.error !== undefined || kept.security !== undefined;
  return mayAsk && senderAddress !== undefined ? { senderAddress } : {};
}

function toAsked({ hasHeader, publicKey }: Door): Pick<Door, 'hasHeader' | 'publicKey'> {
  return publicKey === undefined ? { hasHeader } : { hasHeader, publicKey };
}

/** Of a sender over the limit the rest is refused; what is counted is what was in it, where that is known. */
function holdBack({ limited }: Admission, heldBack: KindCounts): RefusedReport {
  const refusal: Refusal = { ok: false, code: 'report.rate_limited', ...(limited && { limited }) };
  return isEmpty(heldBack) ? refusal : { ...refusal, contents: { kept: heldBack, filtered: {} } };
}

/** Nothing else is in it: its sender is told. */
function isOnlyOverBudget({ overBudget, items, contents }: Opened): boolean {
  return overBudget !== undefined && items === 0 && isEmpty(contents.filtered);
}

function refuseOverBudget({
  overBudget = 0,
}: Opened): Refusal & { readonly contents: ReportContents } {
  const contents = { kept: { attachment: overBudget }, filtered: {} };
  return { ok: false, code: 'report.over_budget', contents };
}

/** Who is over the limit is told that, whatever else would be wrong with what was read of the body. */
function blameLimit(refused: RefusedReport, { limited }: Admission): RefusedReport {
  return limited ? { ...refused, code: 'report.rate_limited', limited } : refused;
}

const OTHER_KINDS: readonly string[] = ['attachment', 'default', 'monitor', 'security'];

/** Doors whose bodies are whole reports of another kind. Of an envelope the items are looked at one by one. */
function checkKind({ admission, door: { kind } }: Arrival): Refusal | undefined {
  return admission.takesErrorsAlone && OTHER_KINDS.includes(kind)
    ? { ok: false, code: 'report.kind_refused' }
    : undefined;
}

function checkAnnouncedLength(
  request: IncomingMessage,
  { limited }: Admission,
): Refusal | undefined {
  const announced = Number(request.headers['content-length'] ?? 0);
  if (limited && announced > reportLimits.overLimitReadBytes) {
    return { ok: false, code: 'report.rate_limited', limited };
  }
  return announced > reportLimits.wireBytes ? { ok: false, code: 'report.too_large' } : undefined;
}
