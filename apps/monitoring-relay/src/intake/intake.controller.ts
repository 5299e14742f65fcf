import { parseDsn, toHexId } from '#shared';
import { Controller, Get, NotFoundException, Param, Post, Query, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { Admissions } from './admission/admissions.ts';
import {
  answerPixel,
  answerRefusal,
  answerScript,
  answerTaken,
  stalledAnswer,
  toRefusalAnswer,
} from './answer.ts';
import { createAttachmentsFormat } from './formats/attachments-format.ts';
import { createCheckInFormat } from './formats/check-in-format.ts';
import type { ReportFormat } from './formats/report-format.ts';
import { envelopeFormat } from './formats/envelope-format.ts';
import { createReportDialogFormat } from './formats/report-dialog-format.ts';
import { minidump, networkErrors, type RefusedForm, telemetry } from './formats/refused-forms.ts';
import { securityFormat } from './formats/security-format.ts';
import { storeFormat } from './formats/store-format.ts';
import { malformed } from '../envelope/envelope.ts';
import { type Reception, RelayMetrics } from '../metrics/relay-metrics.ts';
import { Intake, type Taken } from './intake.ts';
import type { Refusal } from './refusal.ts';
import { toDialogScript } from './report-dialog/dialog-script.ts';

const CRON_PATHS = ['api/:project/cron/:slug/:key', 'api/:project/cron/:slug'];
/**
 * The browser SDK's `showReportDialog` loads this path:
 * https://docs.sentry.io/platforms/javascript/user-feedback/configuration/#crash-report-modal
 */
const DIALOG_PATH = 'api/embed/error-page';
const PROJECT_ID = /^\d{1,15}$/;

interface CronPlace {
  readonly project: string;
  readonly slug: string;
  readonly key?: string;
}

/**
 * Bodies and answers bypass Nest, because a body is a stream that may be refused before its end.
 */
@Controller()
export class IntakeController {
  constructor(
    private readonly intake: Intake,
    private readonly admissions: Admissions,
    private readonly metrics: RelayMetrics,
  ) {}

  @Post('monitoring')
  async takeThroughTunnel(@Req() request: Request, @Res() response: Response): Promise<void> {
    this.answer(request, response, await this.intake.take(request, undefined, envelopeFormat));
  }

  @Post('api/:project/envelope')
  takeEnvelope(
    @Req() request: Request,
    @Res() response: Response,
    @Param('project') project: string,
  ): Promise<void> {
    return this.take(request, response, { project, format: envelopeFormat });
  }

  @Post('api/:project/store')
  takeEvent(
    @Req() request: Request,
    @Res() response: Response,
    @Param('project') project: string,
  ): Promise<void> {
    return this.take(request, response, { project, format: storeFormat });
  }

  /** Takes an event from the query string. Old browser SDKs send events as image requests. */
  @Get('api/:project/store')
  async takeEventOfAddress(
    @Req() request: Request,
    @Res() response: Response,
    @Param('project') project: string,
    @Query('sentry_data') data: unknown,
  ): Promise<void> {
    // An unescaped `+` of base64 arrives as a space.
    const body = Buffer.from(typeof data === 'string' ? data.replaceAll(' ', '+') : '');
    const taken = await this.intake.takeWhole(request, toProjectId(project), {
      format: storeFormat,
      body,
    });
    this.note(request, taken);
    if (taken.ok) answerPixel(response);
    else answer(request, response, taken);
  }

  @Post(['api/:project/security', 'api/:project/csp-report'])
  takeSecurityReports(
    @Req() request: Request,
    @Res() response: Response,
    @Param('project') project: string,
  ): Promise<void> {
    return this.take(request, response, { project, format: securityFormat });
  }

  @Post('api/:project/minidump')
  refuseMinidump(
    @Req() request: Request,
    @Res() response: Response,
    @Param('project') project: string,
  ): Promise<void> {
    return this.refuse(request, response, { project, form: minidump });
  }

  @Post('api/:project/nel')
  refuseNetworkErrors(
    @Req() request: Request,
    @Res() response: Response,
    @Param('project') project: string,
  ): Promise<void> {
    return this.refuse(request, response, { project, form: networkErrors });
  }

  @Post('api/:project/integration/otlp/v1/:signal')
  refuseTelemetry(
    @Req() request: Request,
    @Res() response: Response,
    @Param() { project, signal }: { project: string; signal: string },
  ): Promise<void> {
    const form = telemetry.get(signal);
    if (!form) throw new NotFoundException('There is nothing at this address.');
    return this.refuse(request, response, { project, form });
  }

  @Post('api/:project/events/:event/attachments')
  takeAttachments(
    @Req() request: Request,
    @Res() response: Response,
    @Param() { project, event }: { project: string; event: string },
  ): Promise<void> {
    const eventId = toHexId(event);
    if (eventId === undefined) throw new NotFoundException('There is nothing at this address.');
    const format = createAttachmentsFormat(eventId, request.headers['content-type']);
    return this.take(request, response, { project, format });
  }

  @Post(CRON_PATHS)
  takeCheckIn(
    @Req() request: Request,
    @Res() response: Response,
    @Param() { project, slug, key }: CronPlace,
  ): Promise<void> {
    return this.take(request, response, { project, format: openCheckIn(request, { slug, key }) });
  }

  @Get(CRON_PATHS)
  async takeCheckInOfAddress(
    @Req() request: Request,
    @Res() response: Response,
    @Param() { project, slug, key }: CronPlace,
  ): Promise<void> {
    const format = openCheckIn(request, { slug, key });
    const whole = { format, body: Buffer.alloc(0) };
    const taken = await this.intake.takeWhole(request, toProjectId(project), whole);
    // A check-in answered from a cache would never reach the relay.
    response.setHeader('Cache-Control', 'no-store');
    this.answer(request, response, taken);
  }

  /**
   * Showing the dialog does not count against the key's rate limit. Senders that may not report get
   * a refusal instead of the dialog.
   */
  @Get(DIALOG_PATH)
  showDialog(@Req() request: Request, @Res() response: Response): void {
    const asked = readDialogQuery(request);
    const refusal = asked.ok ? this.checkDialog(request, asked) : asked;
    if (refusal) answerRefusal(request, response, toRefusalAnswer(refusal));
    else answerScript(response, toDialogScript(toQuery(request)));
  }

  @Post(DIALOG_PATH)
  async takeFromDialog(@Req() request: Request, @Res() response: Response): Promise<void> {
    const asked = readDialogQuery(request);
    const taken = asked.ok
      ? await this.intake.take(request, asked.projectId, createReportDialogFormat(asked))
      : asked;
    this.answer(request, response, taken);
  }

  private checkDialog(
    request: Request,
    { projectId, publicKey }: DialogQuery,
  ): Refusal | undefined {
    const admission = this.admissions.open({ projectId, publicKey, hasHeader: false });
    const refusal = admission.checkRequest(request);
    if (refusal || !admission.acceptsOnlyErrors) return refusal;
    return { ok: false, code: 'report.kind_refused' };
  }

  private async take(
    request: Request,
    response: Response,
    { project, format }: { project: string; format: ReportFormat },
  ): Promise<void> {
    this.answer(request, response, await this.intake.take(request, toProjectId(project), format));
  }

  private async refuse(
    request: Request,
    response: Response,
    { project, form }: { project: string; form: RefusedForm },
  ): Promise<void> {
    this.answer(request, response, await this.intake.refuse(request, toProjectId(project), form));
  }

  private answer(request: Request, response: Response, taken: Taken): void {
    this.note(request, taken);
    answer(request, response, taken);
  }

  private note({ method }: Request, taken: Taken): void {
    if (method !== 'HEAD') this.metrics.noteReception(toReception(taken));
  }
}

function openCheckIn(
  request: Request,
  { slug, key }: Pick<CronPlace, 'slug' | 'key'>,
): ReportFormat {
  return createCheckInFormat({ slug, publicKey: key, query: toQuery(request) });
}

function toQuery({ url }: Request): URLSearchParams {
  return new URLSearchParams(/\?(.*)/s.exec(url)?.[1]);
}

interface DialogQuery {
  readonly publicKey: string;
  readonly projectId: number;
  readonly eventId: string;
}

function readDialogQuery(request: Request): ({ readonly ok: true } & DialogQuery) | Refusal {
  const query = toQuery(request);
  const dsn = parseDsn(query.get('dsn') ?? '');
  const eventId = toHexId(query.get('eventId'));
  if (!dsn) return malformed('The address of the request names no DSN.');
  if (eventId === undefined) return malformed('The address of the request names no event.');
  const { publicKey, projectId } = dsn;
  return { ok: true, publicKey, projectId, eventId };
}

function toReception(taken: Taken): Reception {
  if (taken.ok) return { outcome: 'accepted', reason: '' };
  const { code } = taken;
  if (code === 'gone' || code === 'stalled') return { outcome: 'broken_off', reason: code };
  return { outcome: 'refused', reason: code };
}

function toProjectId(project: string): number {
  if (!PROJECT_ID.test(project)) throw new NotFoundException('There is nothing at this address.');
  return Number(project);
}

function answer(request: Request, response: Response, taken: Taken): void {
  if (taken.ok) answerTaken(response, taken);
  else if (taken.code === 'stalled') answerRefusal(request, response, stalledAnswer);
  else if (taken.code !== 'gone') answerRefusal(request, response, toRefusalAnswer(taken));
}
