import { to } from '#shared';
import { IssuePart } from '../../recording/issue-page/index.ts';
import type { DescribedIssue, IssuePartLoader } from '../../recording/issue-page/index.ts';
import type { ReportingMonitor } from './crons.dto.ts';

/** Names the monitor of an event that Errata made. SDKs send no id of a monitor. */
@IssuePart<typeof import('./views/issue.monitor.part.tsx')>('crons/issue.monitor.part', {
  at: 'trace',
  order: 10,
})
export class MonitorPart implements IssuePartLoader<ReportingMonitor> {
  load({ event }: DescribedIssue): ReportingMonitor | undefined {
    const { id, name } = event?.contexts['monitor'] ?? {};
    if (typeof id !== 'number' || typeof name !== 'string') return undefined;
    return { name, href: to('/crons/:id', { id }) };
  }
}
