import type { MarkdownFact } from '#events';
import { RendererConfig } from '../../../config/renderer-config.ts';
import { IssuePart } from '../../recording/issue-page/index.ts';
import type { DescribedIssue, IssuePartLoader } from '../../recording/issue-page/index.ts';
import type { ReportingMonitor } from './crons.dto.ts';
import { CronsService } from './crons.service.ts';

/** Shows the runs of the monitor whose failure made an event. SDKs send no id of a monitor. */
@IssuePart<typeof import('./views/issue.monitor.part.tsx')>('crons/issue.monitor.part', {
  at: 'trace',
  order: 10,
  section: { id: 'runs', title: 'Runs' },
})
export class MonitorPart implements IssuePartLoader<ReportingMonitor> {
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
