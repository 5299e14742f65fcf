import { nothingRecorded } from '#product/recording/record';
import type { FailedReportStore, NewFailedReport } from '#product/recording/failed-reports';
import type { ProcessedReport } from '#product/recording/reports';
import type { Project, ProjectKey, ProjectStore } from '#product/projects/projects';
import type { RecordedFacts, ReportStore } from '#product/recording/record';
import { Monitoring } from '../../src/monitoring/monitoring.ts';
import { KeyArchive } from '../../src/spool/keys/key-archive.ts';
import type { MirroredKey } from '../../src/spool/keys/key-archive.ts';

export class MonitoringLog extends Monitoring {
  readonly errors: unknown[] = [];

  protected override send(error: unknown): void {
    this.errors.push(error);
  }

  override close(): Promise<void> {
    return Promise.resolve();
  }
}

export class FaultLog {
  readonly faults: { error: unknown; projectId: number | undefined }[] = [];

  report(error: unknown, projectId?: number): void {
    this.faults.push({ error, projectId });
  }
}

export class ProjectStoreDouble implements Pick<ProjectStore, 'ensure' | 'list' | 'listKeys'> {
  failure: Error | undefined;
  keys: ProjectKey[] = [{ publicKey: 'abc', projectId: 1, enabled: true }];
  projects: Project[] = [
    { id: 1, slug: 'app', name: 'app' },
    { id: 2, slug: 'errata', name: 'errata' },
  ];

  ensure(): Promise<void> {
    return this.answer(undefined);
  }

  list(): Promise<Project[]> {
    return this.answer(this.projects);
  }

  listKeys(): Promise<ProjectKey[]> {
    return this.answer(this.keys);
  }

  private async answer<Value>(value: Value): Promise<Value> {
    if (this.failure) throw this.failure;
    return value;
  }
}

export class ReportStoreDouble implements Pick<
  ReportStore,
  'record' | 'forget' | 'forgetRequests'
> {
  readonly recorded: number[] = [];
  readonly attempts: number[][] = [];
  readonly forgotten: number[] = [];
  requestsForgottenMs: number | undefined;
  isBackedUp = false;

  accept: (reports: readonly ProcessedReport[]) => void = () => {};

  async record(reports: readonly ProcessedReport[]): Promise<RecordedFacts> {
    const ids = reports.map(({ reportId }) => reportId);
    this.attempts.push(ids);
    this.accept(reports);
    this.recorded.push(...ids);
    return nothingRecorded;
  }

  async forget(_origin: string, beforeReportId: number): Promise<boolean> {
    if (this.isBackedUp) return false;
    this.forgotten.push(beforeReportId);
    return true;
  }

  async forgetRequests(beforeMs: number): Promise<boolean> {
    if (!this.isBackedUp) this.requestsForgottenMs = beforeMs;
    return !this.isBackedUp;
  }
}

export class FailuresDouble implements Pick<FailedReportStore, 'put'> {
  readonly kept: NewFailedReport[] = [];

  accept: (reports: readonly NewFailedReport[]) => void = () => {};

  async put(reports: readonly NewFailedReport[]): Promise<{ readonly dropped: number }> {
    this.accept(reports);
    this.kept.push(...reports);
    return { dropped: 0 };
  }
}

export class KeyArchiveDouble extends KeyArchive {
  replaced = 0;

  constructor(public keys: readonly MirroredKey[] = []) {
    super();
  }

  override async read(): Promise<MirroredKey[]> {
    return [...this.keys];
  }

  override async replace(keys: readonly MirroredKey[]): Promise<void> {
    this.keys = keys;
    this.replaced += 1;
  }
}
