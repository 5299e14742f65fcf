import { Injectable } from '@nestjs/common';
import { AlertRuleStore } from '#product/alerting/alerts';
import { MonitorStore } from '#product/alerting/crons';
import { FindingStore } from '#product/recording/finding';
import { ReportedReleaseStore } from '#product/recording/releases';
import { ProjectSettingsStore, SettingsStore, demoSettings } from '#product/projects/projects';
import { SegmentStore } from '#product/performance/segments';
import { TriageStore } from '#product/triage/states';
import type { ChangedBy } from '#product/projects/projects';
import type { Stores } from '#product';
import { Clock, Scheduler, SystemClock, SystemScheduler } from '#shared';
import { RendererConfig } from '../../../config/renderer-config.ts';
import { UploadsService } from '../../recording/artifacts/index.ts';
import type { Addressed } from '../../triage/getting-started/index.ts';
import {
  planEvents,
  planReturns,
  toDemoEvent,
  toEnvelope,
  toFeedbackEnvelopes,
} from './demo-events.ts';
import { DemoProgress } from './demo-progress.ts';
import { readDemoProjects } from './demo-project.ts';
import type { DemoEvent, DemoProject } from './demo-project.ts';
import { toLogEnvelopes } from './demo-logs.ts';
import { planMonitors, toCheckInEnvelopes } from './demo-monitors.ts';
import { planReleases } from './demo-releases.ts';
import { toSessionEnvelopes } from './demo-sessions.ts';
import { toSpanEnvelopes } from './demo-spans.ts';
import { sendToRelay } from './relay-sender.ts';

const PROCESSED_WITHIN_MS = 180_000;
const LOOK_AGAIN_MS = 500;
/** Time to wait after projects are created. Relays learn about a new key within two seconds. */
const KEYS_KNOWN_MS = 2500;
@Injectable()
export class DemoStores {
  constructor(
    readonly alertRules: AlertRuleStore,
    readonly projectSettings: ProjectSettingsStore,
    readonly settings: SettingsStore,
    readonly finding: FindingStore,
    readonly triage: TriageStore,
    readonly reportedReleases: ReportedReleaseStore,
    readonly monitors: MonitorStore,
    readonly segments: SegmentStore,
  ) {}
}

interface Filled extends DemoProject {
  readonly projectId: number;
  readonly publicKey: string;
  readonly isBesideSent: boolean;
}

/**
 * Fills projects with made-up events, which it sends to the relay as SDKs do. The events have the
 * same ids each time, so that filling can resume after a stop. The relay drops each event whose id
 * it already has.
 */
@Injectable()
export class DemoFiller {
  constructor(
    private readonly stores: DemoStores,
    readonly progress: DemoProgress,
    private readonly uploads: UploadsService,
    private readonly config: RendererConfig,
    private readonly clock: Clock,
    private readonly scheduler: Scheduler,
  ) {}

  /**
   * Creates a filler for `npm run demo`, which has the database but not the modules of the console.
   */
  static over(stores: Stores, config: RendererConfig): DemoFiller {
    const clock = new SystemClock();
    const uploads = new UploadsService(
      stores.artifactChunks,
      stores.artifactBundles,
      clock,
      config,
    );
    const { projects, settings, outcomes, users } = stores;
    const progress = new DemoProgress(projects, settings, outcomes, users, clock);
    return new DemoFiller(stores, progress, uploads, config, clock, new SystemScheduler());
  }

  /**
   * Creates the projects and sends their events. When `byUserId` is given, also triages issues as
   * this user, and reopens some.
   *
   * Rejects when the relay does not accept or process the events. Rejects with the signal's reason
   * when `signal` aborts.
   */
  async fill(byUserId: number | undefined, signal: AbortSignal): Promise<void> {
    const { clock, stores } = this;
    const startedAtMs = clock.nowMs();
    const filled = await this.prepare({ byUserId, nowMs: startedAtMs }, signal);
    for (const project of filled) {
      await this.uploadScript(project);
      await this.tellReleases(project, startedAtMs);
      for (const monitor of planMonitors(project, startedAtMs)) {
        await stores.monitors.addSample(monitor);
      }
    }
    // The relays need time to learn the new keys, and to read the uploaded scripts.
    await this.wait(KEYS_KNOWN_MS);
    const events = planEvents(filled);
    const sentAtMs = clock.nowMs();
    const fresh = filled.filter(({ isBesideSent }) => !isBesideSent);
    // Reports are processed in order, so releases are judged after the spans are counted.
    await this.sendBeside(fresh, { events, sentAtMs }, signal);
    await this.mark(fresh, { besideAtMs: sentAtMs }, { byUserId, nowMs: clock.nowMs() });
    await this.send(events, sentAtMs, signal);
    await this.waitUntilProcessed(events.length, signal);
    const sent = events.map(({ project, ageMs }) => ({ ...project, ageMs }));
    await this.progress.spread(sent, startedAtMs);
    await this.judgeReleases();
    if (byUserId !== undefined) {
      const act = { byUserId, nowMs: clock.nowMs() };
      for (const project of filled) await handleIssues(stores, project, act);
      await this.send(planReturns(filled), clock.nowMs(), signal);
    }
    await this.mark(filled, { filledAtMs: clock.nowMs() }, { byUserId, nowMs: clock.nowMs() });
  }

  /**
   * Creates the missing projects. Leaves out a project whose slug is taken by a project that does
   * not belong to the demo.
   */
  private async prepare(by: ChangedBy, signal: AbortSignal): Promise<Filled[]> {
    const { settings, projectSettings } = this.stores;
    const marked = await settings.list(demoSettings);
    const filled: Filled[] = [];
    for (const project of await readDemoProjects()) {
      signal.throwIfAborted();
      const known = await projectSettings.find(project.slug);
      if (known && !marked.has(known.id)) continue;
      const kept = known ?? (await projectSettings.create(project, by));
      if (!kept) continue;
      // Marked at once, because a restart takes a project without a mark for somebody else's.
      const begun = { startedAtMs: by.nowMs, startedBy: by.byUserId, filledAtMs: undefined };
      await this.mark([{ projectId: kept.id }], begun, by);
      const isBesideSent = marked.get(kept.id)?.besideAtMs !== undefined;
      if (!isBesideSent) await this.silence(kept.id, by);
      const [key] = await projectSettings.listKeys(kept.id);
      const { publicKey } = key ?? {};
      if (publicKey) filled.push({ ...project, projectId: kept.id, publicKey, isBesideSent });
    }
    return filled;
  }

  private async uploadScript({ projectId, script }: Filled): Promise<void> {
    if (!script) return;
    const { url, debugId, code, map } = script;
    const files = [
      { type: 'minified_source', url, debugId, body: Buffer.from(code) },
      { type: 'source_map', url: `${url}.map`, debugId, body: Buffer.from(JSON.stringify(map)) },
    ] as const;
    await this.uploads.upload(projectId, { files });
  }

  /** Leaves a version alone that is known already, because projects share what was told of it. */
  private async tellReleases(
    { projectId, ...project }: Filled,
    startedAtMs: number,
  ): Promise<void> {
    const { reportedReleases } = this.stores;
    for (const { version, releasedAtMs, commits, deploys } of planReleases(project, startedAtMs)) {
      if (await reportedReleases.find(version, [projectId])) continue;
      const told = { projectIds: [projectId], releasedAtMs, commits, atMs: releasedAtMs };
      if (!(await reportedReleases.upsert(version, told))) continue;
      for (const deploy of deploys) await reportedReleases.addDeploy(version, deploy);
    }
  }

  /** Switches off the alert rules of the project, because its events are made up. */
  private async silence(projectId: number, by: ChangedBy): Promise<void> {
    const { alertRules } = this.stores;
    for (const { id, version, ...rule } of await alertRules.list(projectId)) {
      await alertRules.change({ id, version }, { ...rule, isEnabled: false }, { projectId, ...by });
    }
  }

  private async mark(
    filled: readonly Pick<Filled, 'projectId'>[],
    patch: Parameters<SettingsStore['patch']>[1]['patch'],
    by: ChangedBy,
  ): Promise<void> {
    for (const { projectId } of filled) {
      await this.stores.settings.patch(demoSettings, { projectId, patch, ...by });
    }
  }

  private send(
    events: readonly DemoEvent<Filled>[],
    startedAtMs: number,
    signal: AbortSignal,
  ): Promise<void> {
    const { clock } = this;
    const toAddressed = function* () {
      for (const event of events) {
        const own = toEnvelope(event, startedAtMs, clock.nowMs());
        for (const envelope of [own, ...toFeedbackEnvelopes(event)]) {
          yield { ...event.project, envelope };
        }
      }
    };
    return this.sendAll(toAddressed(), signal);
  }

  /** Sends sessions, a check-in, spans and the logs beside the events, which pages show in the order of receipt. */
  private sendBeside(
    filled: readonly Filled[],
    { events, sentAtMs }: { events: readonly DemoEvent<Filled>[]; sentAtMs: number },
    signal: AbortSignal,
  ): Promise<void> {
    const { clock } = this;
    const toAddressed = function* () {
      for (const project of filled) {
        for (const envelope of [
          ...toSessionEnvelopes(project, sentAtMs),
          ...toCheckInEnvelopes(project.slug, sentAtMs),
          ...toSpanEnvelopes(project, sentAtMs),
        ]) {
          yield { ...project, envelope };
        }
      }
      const logging = events.filter(({ project }) => filled.includes(project));
      for (const { project, envelope } of toLogEnvelopes(logging, sentAtMs, () => clock.nowMs())) {
        yield { ...project, envelope };
      }
    };
    return this.sendAll(toAddressed(), signal, true);
  }

  private sendAll(
    envelopes: Generator<Addressed>,
    signal: AbortSignal,
    isInOrder = false,
  ): Promise<void> {
    const { scheduler } = this;
    const { relayUrl } = this.config;
    return sendToRelay(envelopes, { relayUrl, scheduler, signal, isInOrder });
  }

  private async waitUntilProcessed(events: number, signal: AbortSignal): Promise<void> {
    const endMs = this.clock.nowMs() + PROCESSED_WITHIN_MS;
    while ((await this.progress.readState()).events < events) {
      signal.throwIfAborted();
      if (this.clock.nowMs() > endMs) {
        throw new Error('The relay has taken the events of the demo and not processed them.');
      }
      await this.wait(LOOK_AGAIN_MS);
    }
  }

  /** Does now what jobs of the relay do within an hour, so that *Performance* says what changed. */
  private async judgeReleases(): Promise<void> {
    const { clock, stores } = this;
    while (await stores.segments.fold(clock.nowMs())) continue;
    for (let from: number | undefined = 0; from !== undefined;) {
      from = await stores.segments.tidy(clock.nowMs(), from);
    }
  }

  private wait(ms: number): Promise<void> {
    return new Promise((resolve) => void this.scheduler.runAfter(ms, resolve));
  }
}

export async function handleIssues(
  { finding, triage }: { readonly finding: FindingStore; readonly triage: TriageStore },
  project: DemoProject & { readonly projectId: number },
  act: { readonly byUserId: number; readonly nowMs: number },
): Promise<void> {
  for (const kind of project.kinds) {
    const { eventId } = toDemoEvent(project, kind, 0);
    const quote = { by: 'id', text: eventId } as const;
    const [found] = await finding.findEvents(quote, { scope: [project.projectId], limit: 1 });
    if (!found) continue;
    const { issueId } = found;
    if (kind.change) await triage.change({ issueIds: [issueId], change: kind.change, ...act });
    if (kind.assigned) {
      await triage.assign({ issueIds: [issueId], assigneeId: act.byUserId, ...act });
    }
    if (kind.comment) await triage.comment({ issueId, body: kind.comment, ...act });
  }
}
