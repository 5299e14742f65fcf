import type { FailedReportStore } from '#product/recording/failed-reports';
import type { ReportStore } from '#product/recording/record';
import type { encodePayload, MadeReport, OwnReport } from '#product/recording/reports';
import { writeEnvelope } from '../envelope/write-envelope.ts';
import { ItemTypes } from '../outcomes/item-types.ts';
import type { SpooledReport } from '../spool/ports/spool-queue.ts';
import { processReport } from './process-report.ts';
import type { ProjectRules } from './project-rules.ts';
import {
  isRecordable,
  toProcessedReport,
  toReportInWork,
  toUnrecordedFailure,
} from './report-in-work.ts';

const eventsAlone = new ItemTypes<never>();

export interface OwnReportsParts {
  readonly stores: {
    readonly reports: Pick<ReportStore, 'record'>;
    readonly failedReports: Pick<FailedReportStore, 'put'>;
  };
  readonly rules: Pick<ProjectRules, 'refresh' | 'of'>;
  readonly encode?: typeof encodePayload;
}

/**
 * Processes reports that Errata writes itself, in the same way as any report. These reports were
 * never in a spool.
 */
export class OwnReports {
  constructor(private readonly parts: OwnReportsParts) {}

  async make(own: OwnReport): Promise<MadeReport> {
    const { stores, rules, encode } = this.parts;
    await rules.refresh();
    const spooled = toSpooledReport(own);
    const { hiding } = rules.of(own.projectId);
    const made = await processReport(spooled, {
      encode,
      hiding,
      types: eventsAlone,
    });
    const report = toReportInWork(spooled, made);
    const refusal = isRecordable(report) ? undefined : (report.reason ?? '');
    return {
      groupingKey: made.events[0]?.grouping.keys[0]?.key ?? '',
      refusal,
      record: async () => void (await stores.reports.record([toProcessedReport(report)])),
      storeAsFailed: async (reason) => {
        const { origin, id, projectId, publicKey, receivedAtMs, body } = spooled;
        const facts = { projectId, publicKey, receivedAtMs, eventId: own.eventId };
        const failure = { ...toUnrecordedFailure(report), reason };
        await stores.failedReports.put([{ origin, reportId: id, ...facts, ...failure, body }]);
      },
    };
  }
}

function toSpooledReport({
  origin,
  id,
  projectId,
  atMs,
  eventId,
  event,
}: OwnReport): SpooledReport {
  const payload = Buffer.from(JSON.stringify({ event_id: eventId, ...event }));
  return {
    origin,
    id,
    projectId,
    publicKey: '',
    eventId,
    receivedAtMs: atMs,
    body: writeEnvelope({ event_id: eventId }, [{ type: 'event', payload }]),
    contents: { kept: {}, filtered: {} },
  };
}
