import { Injectable } from '@nestjs/common';
import { AuditStore, FailedReportStore, ProjectStore } from '#persistence';
import type { FailedReport as StoredReport, FailedSelection, Project } from '#persistence';
import { Clock, operationLimits } from '#shared';
import type { FailedChange } from './failed-selection.ts';
import type { FailedReport, FailedReports } from './operation.dto.ts';

/** Reports that could not be processed, and what owners do about them. */
@Injectable()
export class FailedReportsService {
  constructor(
    private readonly store: FailedReportStore,
    private readonly projects: ProjectStore,
    private readonly audit: AuditStore,
    private readonly clock: Clock,
  ) {}

  /** A page of those before that one. */
  async list(beforeId: number | undefined): Promise<FailedReports> {
    const { failedReportsPerPage: limit, reasonsShown } = operationLimits;
    const of = beforeId === undefined ? {} : { beforeId };
    const [{ total, lastId, reasons }, found, projects] = await Promise.all([
      this.store.summarize(reasonsShown),
      this.store.list({ ...of, limit: limit + 1 }),
      this.projects.list(),
    ]);
    const reports = found.slice(0, limit);
    const before = found.length > limit ? reports.at(-1)?.id : undefined;
    const byId = new Map(projects.map((project) => [project.id, project]));
    return {
      total,
      upTo: lastId,
      reasons,
      reports: reports.map((report) => toFailedReport(report, byId.get(report.projectId))),
      ...(before === undefined ? {} : { nextPage: `/settings/operation?before=${before}` }),
    };
  }

  /** Done twice, it changes nothing more. Resolves with how many. */
  change(how: FailedChange, selection: FailedSelection, byUserId: number): Promise<number> {
    const by = { byUserId, nowMs: this.clock.nowMs() };
    return how === 'retry'
      ? this.store.requestRetry(selection, by)
      : this.store.discard(selection, by);
  }

  /** As its sender sent it; undefined when it is not there. That it was read is noted. */
  async read(id: number, byUserId: number): Promise<Buffer | undefined> {
    const body = await this.store.readBody(id);
    if (!body) return undefined;
    const atMs = this.clock.nowMs();
    const what = 'failed-reports.downloaded';
    await this.audit.note({ atMs, byUserId, what, target: String(id), to: body.length });
    return body;
  }
}

function toFailedReport(report: StoredReport, project: Project | undefined): FailedReport {
  const { id, projectId, eventId, receivedAtMs, bytes, reason, kinds } = report;
  const { isRetryable, isRetried, isRetriedLater } = report;
  return {
    id,
    receivedAtMs,
    bytes,
    reason,
    kinds,
    isRetryable,
    isRetried,
    isRetriedLater,
    ...(eventId === undefined ? {} : { eventId }),
    ...(project ? { project: project.name } : {}),
    isTally: projectId === 0,
  };
}
