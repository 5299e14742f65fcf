import type { IncomingMessage } from 'node:http';
import { Inject, Injectable, Logger } from '@nestjs/common';
import { Clock, ErrataError, reportLimits } from '#shared';
import { parseEnvelope } from '../envelope/parse-envelope.ts';
import { parseEnvelopeHeader } from '../envelope/envelope-header.ts';
import { SpoolCondition } from '../health/spool-condition.ts';
import { KeyMirror } from '../keys/key-mirror.ts';
import { describeError } from '../logging/describe-error.ts';
import { Monitoring } from '../monitoring/monitoring.ts';
import type { MirroredKey } from '../spool/key-archive.ts';
import { Spool } from '../spool/spool.ts';
import { findKey } from './auth.ts';
import { BodyReader } from './body-reader.ts';
import { findDecoder } from './decoding/content-decoder.ts';
import { findKeptPart } from './kept-part.ts';
import type { Refusal } from './receive-body.ts';
import { chooseEventId } from './report-id.ts';

export type Taken =
  | { readonly ok: true; readonly eventId: string | undefined }
  | Refusal
  | { readonly ok: false; readonly code: 'gone' }
  | { readonly ok: false; readonly code: 'stalled' };

/** Takes one report from a request: checks what can be checked before reading, reads, keeps, and only then says yes. */
@Injectable()
export class Intake {
  private readonly logger = new Logger(Intake.name);

  constructor(
    @Inject(KeyMirror) private readonly keys: KeyMirror,
    @Inject(Spool) private readonly spool: Spool,
    @Inject(SpoolCondition) private readonly condition: SpoolCondition,
    @Inject(Clock) private readonly clock: Clock,
    @Inject(Monitoring) private readonly monitoring: Monitoring,
    @Inject(BodyReader) private readonly bodies: BodyReader,
  ) {}

  /** `projectId` undefined: the tunnel, where the envelope's own DSN says who reports to what. */
  async take(request: IncomingMessage, projectId: number | undefined): Promise<Taken> {
    const admission = new Admission(this.keys, projectId);
    try {
      return await this.receive(request, admission);
    } catch (error) {
      return this.explain(error, admission.key);
    }
  }

  private async receive(request: IncomingMessage, admission: Admission): Promise<Taken> {
    const decoder = findDecoder(request.headers['content-encoding']);
    const refusal =
      admission.checkRequest(request) ??
      (decoder === undefined ? { ok: false, code: 'report.encoding_unknown' } : undefined) ??
      checkAnnouncedLength(request);
    if (refusal) return refusal;
    const rules = {
      decoder: decoder ?? null,
      admit: (start: Buffer) => admission.checkStart(start),
    };
    return this.bodies.read(request, rules, async (body): Promise<Taken> =>
      admission.key ? this.keep(body, admission.key) : { ok: false, code: 'report.key_unknown' },
    );
  }

  private async keep(body: Buffer, key: MirroredKey): Promise<Taken> {
    const parsed = parseEnvelope(body);
    if (!parsed.ok) return parsed;
    const eventId = chooseEventId(parsed.envelope);
    const kept = findKeptPart(body, parsed.envelope.items);
    if (!kept) return { ok: true, eventId };
    await this.spool.append({
      projectId: key.projectId,
      ...(eventId ? { eventId } : {}),
      receivedAtMs: this.clock.nowMs(),
      body: kept,
    });
    this.condition.noteKept();
    return { ok: true, eventId };
  }

  private explain(error: unknown, key: MirroredKey | undefined): Refusal {
    // A spool that cannot be written is a state of the relay, told by its log and its health. A
    // report of it would have to go into that spool.
    if (error instanceof ErrataError && error.code === 'spool.unavailable') {
      this.condition.noteFailure(error);
      return { ok: false, code: error.code };
    }
    const whose = key ? `project ${key.projectSlug}` : 'a project that is not known yet';
    this.logger.error(`Taking a report of ${whose} failed. ${describeError(error)}`);
    // It may be one of Errata's own as long as nobody knows whose it is: a report would cause the next.
    if (key?.projectSlug) this.monitoring.report(error, key.projectSlug);
    return { ok: false, code: 'relay.failed' };
  }
}

/** Who reports, found out as early as the request allows. */
class Admission {
  key: MirroredKey | undefined;

  constructor(
    private readonly keys: KeyMirror,
    private readonly projectId: number | undefined,
  ) {}

  /** Before the body: only where the key stands outside it. */
  checkRequest(request: IncomingMessage): Refusal | undefined {
    if (this.projectId === undefined) return undefined;
    const publicKey = findKey(request);
    return publicKey === undefined ? undefined : this.check(publicKey, this.projectId);
  }

  /** With the body's first line: the rest of a body that is refused for it is never read. */
  checkStart(start: Buffer): Refusal | undefined {
    const parsed = parseEnvelopeHeader(start);
    if (!parsed.ok) return parsed;
    if (this.key) return undefined;
    const { dsn } = parsed.header;
    if (dsn) return this.check(dsn.publicKey, this.projectId ?? dsn.projectId);
    return this.projectId === undefined
      ? { ok: false, code: 'envelope.malformed', detail: 'Its header names no DSN.' }
      : { ok: false, code: 'report.key_unknown' };
  }

  private check(publicKey: string, projectId: number): Refusal | undefined {
    const checked = this.keys.check(publicKey, projectId);
    if (!checked.ok) return checked;
    this.key = checked.key;
    return undefined;
  }
}

function checkAnnouncedLength(request: IncomingMessage): Refusal | undefined {
  const announced = Number(request.headers['content-length'] ?? 0);
  return announced > reportLimits.wireBytes ? { ok: false, code: 'report.too_large' } : undefined;
}
