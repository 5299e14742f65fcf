import type { IncomingMessage } from 'node:http';
import { Inject, Injectable, Logger } from '@nestjs/common';
import { Clock, ErrataError, reportLimits } from '#shared';
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
import type { Door, Opened } from './doors.ts';
import type { Refusal } from './receive-body.ts';

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

  /** `door`: the form in which it comes. `projectId` undefined: the tunnel, where the envelope's own DSN says who reports to what. */
  async take(request: IncomingMessage, projectId: number | undefined, door: Door): Promise<Taken> {
    const admission = new Admission(this.keys, { projectId, door });
    try {
      return await this.receive(request, { admission, door });
    } catch (error) {
      return this.explain(error, admission.key);
    }
  }

  /** As `take`, of a report whose body is there already. */
  async takeWhole(
    request: IncomingMessage,
    projectId: number,
    { door, body }: { readonly door: Door; readonly body: Buffer },
  ): Promise<Taken> {
    const admission = new Admission(this.keys, { projectId, door });
    try {
      const refusal = admission.checkRequest(request) ?? admission.checkStart(body);
      if (refusal) return refusal;
      return await this.keep(door.open(body), admission.key);
    } catch (error) {
      return this.explain(error, admission.key);
    }
  }

  private async receive(
    request: IncomingMessage,
    { admission, door }: { admission: Admission; door: Door },
  ): Promise<Taken> {
    const decoder = findDecoder(request.headers['content-encoding']);
    const refusal =
      admission.checkRequest(request) ??
      (decoder === undefined ? { ok: false, code: 'report.encoding_unknown' } : undefined) ??
      checkAnnouncedLength(request);
    if (refusal) return refusal;
    const rules = {
      decoder: decoder ?? null,
      sieve: door.createSieve(),
      admit: (start: Buffer) => admission.checkStart(start),
    };
    return this.bodies.read(request, rules, (body): Promise<Taken> =>
      this.keep(door.open(body), admission.key),
    );
  }

  private async keep(opened: Opened, key: MirroredKey | undefined): Promise<Taken> {
    if (!opened.ok) return opened;
    if (!key) return { ok: false, code: 'report.key_unknown' };
    const { eventId, kept } = opened;
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
    private readonly place: { readonly projectId: number | undefined; readonly door: Door },
  ) {}

  /** Before the body: only where the key stands outside it. */
  checkRequest(request: IncomingMessage): Refusal | undefined {
    const { projectId, door } = this.place;
    if (projectId === undefined) return undefined;
    const publicKey = findKey(request);
    if (publicKey !== undefined) return this.check(publicKey, projectId);
    return door.hasHeader ? undefined : { ok: false, code: 'report.key_unknown' };
  }

  /** With the body's first line: the rest of a body that is refused for it is never read. */
  checkStart(start: Buffer): Refusal | undefined {
    const { projectId, door } = this.place;
    if (!door.hasHeader) return undefined;
    const parsed = parseEnvelopeHeader(start);
    if (!parsed.ok) return parsed;
    if (this.key) return undefined;
    const { dsn } = parsed.header;
    if (dsn) return this.check(dsn.publicKey, projectId ?? dsn.projectId);
    return projectId === undefined
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
