import { Injectable } from '@nestjs/common';
import { OutcomeStore, ProjectStore } from '#persistence';
import type { OutcomeSum, Project } from '#persistence';
import { Clock } from '#shared';
import type { FailedReportPage } from '#shared';
import type { FailedReports, OutcomeLine, ProjectOutcomes, RelayState } from './operation.dto.ts';
import { RelayOperator } from './relay-operator.ts';

const HOUR_MS = 3_600_000;
/** With the hour that has begun. */
const HOURS_BEFORE = 23;

/** What those who run Errata look at. */
@Injectable()
export class OperationService {
  constructor(
    private readonly relay: RelayOperator,
    private readonly projects: ProjectStore,
    private readonly outcomes: OutcomeStore,
    private readonly clock: Clock,
  ) {}

  /** How the relay does, and what failed there. Rejects only when the visitor leaves, or the database is away. */
  async describeRelay(before: string | undefined, signal: AbortSignal): Promise<RelayState> {
    const [operation, failed, projects] = await Promise.all([
      this.relay.describe(signal),
      this.relay.listFailed(before, signal),
      this.projects.list(),
    ]);
    if (!operation.ok) return operation;
    if (!failed.ok) return failed;
    return { ok: true, operation: operation.data, failed: toFailedReports(failed.data, projects) };
  }

  /** Of all projects, in the last hour and in the last day. */
  async listOutcomes(): Promise<ProjectOutcomes[]> {
    const projects = await this.projects.list();
    const nowMs = this.clock.nowMs();
    const of = { projectIds: projects.map(({ id }) => id), toMs: nowMs };
    const [hour, day] = await Promise.all([
      this.outcomes.sum({ ...of, fromMs: nowMs - HOUR_MS, per: 'minute' }),
      this.outcomes.sum({ ...of, fromMs: nowMs - HOURS_BEFORE * HOUR_MS, per: 'hour' }),
    ]);
    return projects
      .map(({ id, name }) => ({
        project: name,
        lines: toLines(ofProject(hour, id), ofProject(day, id)),
      }))
      .filter(({ lines }) => lines.length > 0)
      .toSorted((a, b) => a.project.localeCompare(b.project, 'en'));
  }
}

function ofProject(sums: readonly OutcomeSum[], id: number): OutcomeSum[] {
  return sums.filter(({ projectId }) => projectId === id);
}

/** Of the last hour all is in the last day. */
function toLines(hour: readonly OutcomeSum[], day: readonly OutcomeSum[]): OutcomeLine[] {
  return day
    .map(({ outcome, reason, kind, quantity: lastDay }) => {
      const lastHour = hour.find(
        (sum) => sum.outcome === outcome && sum.reason === reason && sum.kind === kind,
      );
      return { outcome, reason, kind, lastHour: lastHour?.quantity ?? 0, lastDay };
    })
    .toSorted((a, b) => b.lastDay - a.lastDay || (toName(a) < toName(b) ? -1 : 1));
}

function toName({ outcome, reason, kind }: OutcomeLine): string {
  return [outcome, reason, kind].join();
}

function toFailedReports(
  { reports, before, ...page }: FailedReportPage,
  projects: readonly Project[],
): FailedReports {
  const names = new Map(projects.map(({ id, name }) => [id, name]));
  return {
    ...page,
    reports: reports.map(({ projectId, ...report }) => {
      const project = projectId === undefined ? undefined : names.get(projectId);
      return { ...report, ...(project === undefined ? {} : { project }) };
    }),
    ...(before === undefined
      ? {}
      : { nextPage: `/settings/operation?${new URLSearchParams({ before }).toString()}` }),
  };
}
