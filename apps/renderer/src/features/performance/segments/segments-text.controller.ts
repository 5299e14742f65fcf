import { Controller, Get, NotFoundException, Param, Query } from '@nestjs/common';
import { RendererConfig } from '../../../config/renderer-config.ts';
import { PageParts } from '../../../rendering/index.ts';
import { CurrentAccess, Requires } from '../../people/accounts/index.ts';
import type { Access } from '../../people/accounts/index.ts';
import { AnswersInert } from '../../triage/issue-pages/index.ts';
import { printList, printSegment } from './print-segments.ts';
import { SegmentAddressPipe, SegmentIdPipe } from './segment-address.pipe.ts';
import type { SegmentAddress } from './segment-address.pipe.ts';
import { toTimeWords } from './segment-filters.ts';
import { segmentPage } from './segment-page.ts';
import type { SegmentPartLoader } from './segment-page.ts';
import { SegmentsService } from './segments.service.ts';
import type { FoundSegment } from './segments.service.ts';

/** Answers the pages of *Performance* as Markdown and as JSON. Accepts a session or a token. */
@Controller()
@Requires('issues.read')
export class SegmentsTextController {
  constructor(
    private readonly segments: SegmentsService,
    private readonly parts: PageParts,
    private readonly config: RendererConfig,
  ) {}

  @Get('performance.md')
  @AnswersInert('text/markdown')
  async printList(
    @Query(SegmentAddressPipe) address: SegmentAddress,
    @CurrentAccess() access: Access,
  ): Promise<string> {
    return printList(await this.segments.list(access, address), this.config.publicUrl);
  }

  @Get('performance.json')
  @AnswersInert('application/json')
  async tellList(
    @Query(SegmentAddressPipe) address: SegmentAddress,
    @CurrentAccess() access: Access,
  ): Promise<object> {
    const { page, filter } = await this.segments.findPage(access, address);
    return { fromMs: filter.fromMs, toMs: filter.toMs, ...page };
  }

  @Get('performance/:name.md')
  @AnswersInert('text/markdown')
  async print(
    @Param('name', SegmentIdPipe) id: number,
    @Query(SegmentAddressPipe) address: SegmentAddress,
    @CurrentAccess() access: Access,
  ): Promise<string> {
    const found = await this.get(access, id, address);
    const parts = await Promise.all(
      this.listParts().map(async (part) => part.describe?.(found) ?? []),
    );
    return printSegment(await this.segments.show(found, address), {
      time: toTimeWords(address),
      parts: parts.flat(),
      origin: this.config.publicUrl,
    });
  }

  @Get('performance/:name.json')
  @AnswersInert('application/json')
  async tell(
    @Param('name', SegmentIdPipe) id: number,
    @Query(SegmentAddressPipe) address: SegmentAddress,
    @CurrentAccess() access: Access,
  ): Promise<object> {
    const found = await this.get(access, id, address);
    const { segment, filter, totals, times, releases, change } = found;
    const { fromMs, toMs } = filter;
    const members = await Promise.all(this.listParts().map(async (part) => part.toJson?.(found)));
    const own = { ...segment, fromMs, toMs, totals, times, releases, change };
    return Object.assign(own, ...members) as object;
  }

  private listParts(): readonly SegmentPartLoader<unknown>[] {
    return this.parts.list(segmentPage);
  }

  private async get(access: Access, id: number, address: SegmentAddress): Promise<FoundSegment> {
    const found = await this.segments.find(access, id, address);
    if (!found) throw new NotFoundException();
    return found;
  }
}
