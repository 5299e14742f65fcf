import { Injectable, Logger } from '@nestjs/common';
import type { BeforeApplicationShutdown, OnApplicationBootstrap } from '@nestjs/common';
import { ProjectDeletionStore } from '#product/retention/project-deletion';
import { Clock, to } from '#shared';
import { readDemoProjects } from './demo-project.ts';
import { DemoFiller } from './demo-filler.ts';

@Injectable()
export class DemoService implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly logger = new Logger('Demo');
  private filling: { readonly stop: AbortController; readonly ended: Promise<void> } | undefined;
  private hasFailed = false;

  constructor(
    private readonly filler: DemoFiller,
    private readonly deletions: ProjectDeletionStore,
    private readonly clock: Clock,
  ) {}

  /**
   * Goes on where a restart has interrupted the filling. The old process may still be at work for a
   * moment, which changes nothing, because the relay drops events that it has.
   */
  async onApplicationBootstrap(): Promise<void> {
    try {
      const unfinished = await this.filler.progress.findUnfinished();
      if (unfinished) this.start(unfinished.byUserId);
    } catch (error) {
      this.logger.error(error);
    }
  }

  async describe() {
    const { state, projects, events } = await this.filler.progress.readState();
    const kinds = (await readDemoProjects()).flatMap((project) => project.kinds);
    const total = kinds.reduce((sum, { count }) => sum + count, 0);
    return {
      state: this.filling ? 'filling' : this.hasFailed && state === 'filling' ? 'stopped' : state,
      issues: kinds.length,
      events: Math.min(events, total),
      total,
      projects: projects.map(({ slug, name }) => ({
        name,
        href: to('/issues', {}, { query: { project: slug } }),
      })),
    };
  }

  /**
   * Starts or resumes filling the demo in the background. Does nothing while this process is
   * filling it.
   */
  start(byUserId: number | undefined): void {
    if (this.filling) return;
    const stop = new AbortController();
    this.hasFailed = false;
    const ended = this.filler
      .fill(byUserId, stop.signal)
      .catch((error: unknown) => {
        if (stop.signal.aborted) return;
        this.hasFailed = true;
        this.logger.error(error);
      })
      .finally(() => (this.filling = undefined));
    this.filling = { stop, ended };
  }

  /**
   * Stops this process from filling the demo, then deletes the projects. The relay refuses events
   * that another process still sends to these projects.
   */
  async remove(byUserId: number): Promise<void> {
    await this.stop();
    const { projects } = await this.filler.progress.readState();
    const by = { byUserId, nowMs: this.clock.nowMs() };
    for (const { id } of projects) await this.deletions.delete(id, by);
  }

  beforeApplicationShutdown(): Promise<void> {
    return this.stop();
  }

  private async stop(): Promise<void> {
    this.filling?.stop.abort();
    await this.filling?.ended;
  }
}
