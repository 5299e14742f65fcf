import { Injectable, Logger } from '@nestjs/common';
import type { BeforeApplicationShutdown } from '@nestjs/common';
import {
  AlertRuleStore,
  IssueStore,
  OutcomeStore,
  ProjectDeletionStore,
  ProjectSettingsStore,
  ProjectStore,
  SettingsStore,
  TriageStore,
} from '#persistence';
import { Clock, Scheduler } from '#shared';
import { RendererConfig } from '../../config/renderer-config.ts';
import type { DemoProps } from './demo.dto.ts';
import { DemoFiller } from './filling/demo-filler.ts';
import type { DemoParts } from './filling/demo-filler.ts';
import { DEMO_EVENTS, readDemoState } from './filling/demo-state.ts';
import { SendingFailed } from './filling/relay-sender.ts';

/** What the demo stands on. */
@Injectable()
export class DemoStores {
  constructor(
    readonly projects: ProjectStore,
    readonly alertRules: AlertRuleStore,
    readonly projectSettings: ProjectSettingsStore,
    readonly settings: SettingsStore,
    readonly outcomes: OutcomeStore,
    readonly issues: IssueStore,
    readonly triage: TriageStore,
    readonly deletions: ProjectDeletionStore,
  ) {}
}

/** Projects with made-up events, for who wants to look around before any application reports. */
@Injectable()
export class DemoService implements BeforeApplicationShutdown {
  private readonly logger = new Logger('Demo');
  private filling: { readonly stop: AbortController; readonly ended: Promise<void> } | undefined;
  private fault: string | undefined;

  constructor(
    private readonly stores: DemoStores,
    private readonly config: RendererConfig,
    private readonly clock: Clock,
    private readonly scheduler: Scheduler,
  ) {}

  async describe(): Promise<DemoProps> {
    const { state, projects, events } = await readDemoState(this.stores, this.clock.nowMs());
    const isFilling = this.filling !== undefined;
    const hasFailed = this.fault !== undefined && state !== 'filled' && !isFilling;
    return {
      state: isFilling ? 'filling' : hasFailed ? 'stopped' : state,
      events: Math.min(events, DEMO_EVENTS),
      total: DEMO_EVENTS,
      projects: projects.map(({ slug, name }) => ({ name, href: `/issues?project=${slug}` })),
      ...(hasFailed ? { fault: this.fault! } : {}),
    };
  }

  /** Begins to fill the projects, or goes on; whoever asks does not wait for it. Does nothing while it is on its way. */
  start(byUserId: number): void {
    if (this.filling) return;
    const stop = new AbortController();
    this.fault = undefined;
    const { relayUrl } = this.config;
    const parts: DemoParts = {
      stores: this.stores,
      relayUrl,
      clock: this.clock,
      scheduler: this.scheduler,
    };
    const ended = new DemoFiller(parts)
      .fill(byUserId, stop.signal)
      .catch((error: unknown) => {
        if (stop.signal.aborted) return;
        this.fault =
          error instanceof SendingFailed ? error.message : 'The server log says what went wrong.';
        this.logger.error(error);
      })
      .finally(() => (this.filling = undefined));
    this.filling = { stop, ended };
  }

  /** Deletes the projects, once nothing more is made or sent; what another console still sends to them is refused. */
  async remove(byUserId: number): Promise<void> {
    await this.stop();
    this.fault = undefined;
    const nowMs = this.clock.nowMs();
    const { projects } = await readDemoState(this.stores, nowMs);
    for (const { id } of projects) await this.stores.deletions.delete(id, { byUserId, nowMs });
  }

  beforeApplicationShutdown(): Promise<void> {
    return this.stop();
  }

  private async stop(): Promise<void> {
    this.filling?.stop.abort();
    await this.filling?.ended;
  }
}
