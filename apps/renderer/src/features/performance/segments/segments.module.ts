import { Module } from '@nestjs/common';
import { toCode, toSegmentName } from '#events';
import type { MarkdownFact } from '#events';
import { SegmentStore } from '#product/performance/segments';
import { Clock, formatMs } from '#shared';
import { RendererConfig } from '../../../config/renderer-config.ts';
import { ProjectsModule } from '../../projects/projects/index.ts';
import { IssuePart } from '../../recording/issue-page/index.ts';
import type { DescribedIssue, IssuePartLoader } from '../../recording/issue-page/index.ts';
import { toSegmentAddress, toSegmentFilter } from './segment-address.pipe.ts';
import { toShare } from './segment-words.ts';
import { SegmentsController } from './segments.controller.ts';
import type { SegmentOfIssue } from './segments.dto.ts';
import { SegmentsService } from './segments.service.ts';
import { SegmentsTextController } from './segments-text.controller.ts';
import { SpanSettingsController } from './settings/span-settings.controller.ts';
import { SpanSettingsService } from './settings/span-settings.service.ts';

/** Says how the request in which an event occurred does in the last 24 hours. */
@IssuePart<typeof import('./views/issue.segment.part.tsx')>('segments/issue.segment.part', {
  at: 'why',
  order: 20,
})
class SegmentPart implements IssuePartLoader<SegmentOfIssue> {
  constructor(
    private readonly segments: SegmentStore,
    private readonly config: RendererConfig,
    private readonly clock: Clock,
  ) {}

  async load({ event }: DescribedIssue): Promise<SegmentOfIssue | undefined> {
    if (!event?.transaction) return undefined;
    const { projectId, transaction, request } = event;
    const name = toSegmentName(transaction, request?.method?.toUpperCase());
    const segment = await this.segments.findNamed(projectId, name, transaction);
    if (!segment) return undefined;
    const of = { projectIds: [projectId], nowMs: this.clock.nowMs() };
    const totals = await this.segments.readTotals(segment.id, toSegmentFilter({}, of));
    if (!totals) return undefined;
    const { p95Ms, failed, requests } = totals;
    const told = `p95 ${formatMs(p95Ms)} · fails ${toShare(failed, requests)}`;
    return { href: toSegmentAddress(segment.id), name: segment.name, told };
  }

  async describe(described: DescribedIssue): Promise<readonly MarkdownFact[]> {
    const found = await this.load(described);
    if (!found) return [];
    const { href, name, told } = found;
    return [['Performance', `[${toCode(name)}](${this.config.publicUrl}${href}), ${told}`]];
  }
}

@Module({
  imports: [ProjectsModule],
  // The text controller serves `performance/:name.md`, which `performance/:id` also matches.
  controllers: [SegmentsTextController, SegmentsController, SpanSettingsController],
  providers: [SegmentsService, SegmentPart, SpanSettingsService],
})
export class SegmentsModule {}
