import { Injectable } from '@nestjs/common';
import { FailedReportStore } from '#product/recording/failed-reports';
import { ProjectStore } from '#product/projects/projects';
import type {
  FailedSelection,
  FailedReport as StoredReport,
} from '#product/recording/failed-reports';
import { Clock, operationLimits } from '#shared';
import { AuditTrail } from '../../people/audit/index.ts';
import type { FailedReport, FailedReports } from './operation.dto.ts';

export type { FailedSelection };

const NOTHING_DONE =
  'Nothing was done: the reports are gone, or the relay is trying them again now.';

@Injectable()
export class FailedReportsService {
  constructor(
    private readonly store: FailedReportStore,
    private readonly projects: ProjectStore,
    private readonly audit: AuditTrail,
    private readonly clock: Clock,
  ) {}

  async list(): Promise<FailedReports> {
    const [total, found, projects] = await Promise.all([
      this.store.count(),
      this.store.list({ limit: operationLimits.failedReportsShown }),
      this.projects.list(),
    ]);
    const names = new Map(projects.map(({ id, name }) => [id, name]));
    names.set(0, 'counts of outcomes');
    return { total, reports: found.map((report) => toListed(report, names.get(report.projectId))) };
  }

  /**
   * Resolves with the text for the visitor. A second request for the same reports has no further
   * effect.
   */
  async retry(selection: FailedSelection, byUserId: number): Promise<string> {
    const by = { byUserId, nowMs: this.clock.nowMs() };
    const count = await this.store.requestRetry(selection, by);
    if (count === 0) return NOTHING_DONE;
    const what = count === 1 ? '1 report is' : `${count} reports are`;
    return `${what} tried again. A report that fails again returns to this list, with its reason.`;
  }

  async discard(selection: FailedSelection, byUserId: number): Promise<string> {
    const by = { byUserId, nowMs: this.clock.nowMs() };
    const count = await this.store.discard(selection, by);
    if (count === 0) return NOTHING_DONE;
    return `${count === 1 ? '1 report was' : `${count} reports were`} discarded.`;
  }

  /**
   * Resolves with the body as its sender sent it, or with undefined when the body is gone. Writes
   * the download to the audit log.
   */
  async read(id: number, byUserId: number): Promise<Buffer | undefined> {
    const body = await this.store.readBody(id);
    if (!body) return undefined;
    const line = {
      what: 'failed-reports.downloaded',
      target: String(id),
      to: body.length,
    } as const;
    await this.audit.note(byUserId, line);
    return body;
  }
}

function toListed(report: StoredReport, project: string | undefined): FailedReport {
  const { id, eventId, receivedAtMs, bytes, reason, kinds, isRetried, isRetriedLater } = report;
  const facts = { id, receivedAtMs, bytes, reason, kinds, isRetried, isRetriedLater };
  return { ...facts, eventId, project };
}
