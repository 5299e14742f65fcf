import { Module } from '@nestjs/common';
import type { MarkdownFact } from '#events';
import { LongReads } from '#product';
import { toSize } from '#product/projects/projects/rules';
import { to } from '#shared';
import { RendererConfig } from '../../../config/renderer-config.ts';
import { ProjectSignal } from '../../projects/projects/index.ts';
import type { SignalContext, SignalLoader, ToldSign } from '../../projects/projects/index.ts';
import { IssuePart } from '../../recording/issue-page/index.ts';
import type { DescribedIssue, IssuePartLoader } from '../../recording/issue-page/index.ts';
import { MonitorAnswers } from './api/monitor-answers.ts';
import { MonitorsApiController } from './api/monitors-api.controller.ts';
import { MonitorLinksController } from './client-links.controller.ts';
import { CronsController } from './crons.controller.ts';
import type { ReportingMonitor } from './crons.dto.ts';
import { CronsService } from './crons.service.ts';
import { MonitorController } from './monitor.controller.ts';
import { ProjectOfMonitor } from './project-of-monitor.ts';

const MANY = 10;

@ProjectSignal()
export class MonitorsSignal implements SignalLoader {
  constructor(private readonly reads: LongReads) {}

  async load({ projects }: SignalContext): Promise<Map<number, ToldSign[]>> {
    const failing = await this.reads.stores.monitors.listFailing(projects.map(({ id }) => id));
    const signs = new Map<number, ToldSign[]>();
    for (const { id: projectId, slug } of projects) {
      const own = failing.filter((each) => each.projectId === projectId);
      const [first] = own;
      if (!first) continue;
      const more = own.length === 1 ? '' : ` and ${own.length - 1} more`;
      const words = `${first.name} ${first.isMissed ? 'missed' : 'failed'}${more}`;
      const href =
        own.length === 1
          ? to('/crons/:id', { id: first.id })
          : to('/crons', {}, { query: { project: slug, state: 'failing' } });
      signs.set(projectId, [{ kind: 'stopped', size: toSize(own.length, 1, MANY), words, href }]);
    }
    return signs;
  }
}

/** Shows the runs of the monitor whose failure made an event. SDKs send no id of a monitor. */
@IssuePart<typeof import('./views/issue.monitor.part.tsx')>('crons/issue.monitor.part', {
  at: 'trace',
  order: 10,
  section: { id: 'runs', title: 'Runs' },
})
class MonitorPart implements IssuePartLoader<ReportingMonitor> {
  constructor(
    private readonly crons: CronsService,
    private readonly config: RendererConfig,
  ) {}

  async load({ event }: DescribedIssue): Promise<ReportingMonitor | undefined> {
    const id = event?.contexts['monitor']?.['id'];
    return event && typeof id === 'number' ? this.crons.findReporting(id, event) : undefined;
  }

  async describe(described: DescribedIssue): Promise<readonly MarkdownFact[]> {
    const monitor = await this.load(described);
    if (!monitor) return [];
    const { href, strip } = monitor;
    return [['Monitor', `${strip.label}. [Open the monitor](${this.config.publicUrl}${href})`]];
  }
}

@Module({
  controllers: [CronsController, MonitorController, MonitorsApiController, MonitorLinksController],
  providers: [CronsService, MonitorAnswers, MonitorPart, MonitorsSignal, ProjectOfMonitor],
})
export class CronsModule {}
