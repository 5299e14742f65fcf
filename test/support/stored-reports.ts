import { createStores, openDatabase } from '#product';
import type { Database } from '#persistence';
import type { Monitor, MonitorRun } from '#product/alerting/crons';
import type { Stores } from '#product';
import type { OperationRow } from '#product/performance/operations';
import type { SegmentFilter, SegmentRow } from '#product/performance/segments';
import type { ReleaseSums } from '#product/recording/release-health';
import type { UserFeedback } from '#product/recording/feedback';
import { readPayload } from '#events';
import type { NormalisedEvent } from '#shared';
import { eventually } from './eventually.ts';

const LIMIT = 100;

/** Reads the database of a folder beside the services that write it. */
export class StoredReports {
  private readonly database: Database;
  private readonly stores: Stores;

  constructor(dataDir: string) {
    this.database = openDatabase({ dataDir });
    this.stores = createStores(this.database);
  }

  untilEvent(eventId: string): Promise<NormalisedEvent> {
    return eventually(`event ${eventId} in the database`, async () => {
      const issues = await this.stores.issues.list({ limit: LIMIT });
      const found = await Promise.all(issues.map(({ id }) => this.stores.events.find(id, eventId)));
      const payload = found.find((each) => each !== undefined)?.payload;
      return payload && readPayload(payload.json);
    });
  }

  untilFeedback({ projectId, eventId }: NormalisedEvent): Promise<UserFeedback[]> {
    return eventually(`feedback about event ${eventId}`, async () => {
      const said = await this.stores.feedback.list(projectId, eventId);
      return said.length > 0 && said;
    });
  }

  /**
   * Resolves with a cron monitor and its runs, newest first, once exactly `count` of them have
   * ended.
   */
  untilRuns(
    slug: string,
    count: number,
  ): Promise<{ readonly monitor: Monitor; readonly runs: readonly MonitorRun[] }> {
    return eventually(`${count} runs of ${slug}`, async () => {
      const monitor = (await this.stores.monitors.list('all')).find((each) => each.slug === slug);
      const environment = monitor?.environments[0];
      const runs = environment ? await this.stores.monitors.listRuns(environment.id) : [];
      const ended = runs.filter(({ status }) => status !== 'in_progress');
      return monitor !== undefined && ended.length === count && { monitor, runs };
    });
  }

  /** Resolves with the sums of a project's releases once one of them is as `test` asks. */
  untilSessions(
    slug: string,
    test: (sums: ReleaseSums) => boolean,
  ): Promise<readonly ReleaseSums[]> {
    return eventually('sessions', async () => {
      const { releases } = await this.stores.releaseHealth.sumByRelease({
        projectIds: [await this.findProject(slug)],
        sinceMs: Date.now() - 86_400_000,
      });
      return releases.some(test) && releases;
    });
  }

  /** Resolves with the texts of a project's logs, sorted, once there are `count`. */
  untilLogs(slug: string, count: number): Promise<readonly string[]> {
    return eventually(`${count} logs`, async () => {
      const projects = new Map([[await this.findProject(slug), slug]]);
      const { logs } = await this.stores.logs.search({ projects, search: [], nowMs: Date.now() });
      return logs.length >= count && logs.map(({ body }) => body).toSorted();
    });
  }

  /** Resolves with a project's segments by name, once they are as `test` asks. */
  untilSegments(
    slug: string,
    test: (segments: ReadonlyMap<string, SegmentRow>) => boolean,
  ): Promise<ReadonlyMap<string, SegmentRow>> {
    return eventually(`segments of ${slug}`, async () => {
      const span = await this.toSpan(slug);
      const page = { order: 'time', offset: 0, limit: LIMIT } as const;
      const { rows } = await this.stores.segments.findPage(span, page);
      const segments = new Map(rows.map((row) => [row.name, row]));
      return test(segments) && segments;
    });
  }

  async listOperations(slug: string, segmentId: number): Promise<readonly OperationRow[]> {
    return this.stores.operations.listOf(segmentId, await this.toSpan(slug));
  }

  private async toSpan(slug: string): Promise<SegmentFilter> {
    const nowMs = Date.now();
    const projectIds = [await this.findProject(slug)];
    return { projectIds, fromMs: nowMs - 3_600_000, toMs: nowMs + 60_000 };
  }

  /** Resolves with the id of a project's issue and the trace of its latest event. */
  untilIssue(slug: string): Promise<{ readonly id: number; readonly traceId?: string }> {
    return eventually(`an issue of ${slug}`, async () => {
      const projectIds = [await this.findProject(slug)];
      const [issue] = await this.stores.issues.list({ projectIds, limit: 1 });
      const found = issue && (await this.stores.events.find(issue.id, undefined));
      return found && { id: issue.id, traceId: found.event.traceId };
    });
  }

  private async findProject(slug: string): Promise<number> {
    return (await this.stores.projects.list()).find((each) => each.slug === slug)!.id;
  }

  async readAttachments({ projectId, eventId }: NormalisedEvent): Promise<Record<string, string>> {
    const files: Record<string, string> = {};
    for (const { id, name } of await this.stores.attachments.list(projectId, eventId)) {
      const pieces: Buffer[] = [];
      for await (const piece of this.stores.attachments.read(id)) pieces.push(piece);
      files[name] = Buffer.concat(pieces).toString('latin1');
    }
    return files;
  }

  close(): Promise<void> {
    return this.database.close();
  }
}
