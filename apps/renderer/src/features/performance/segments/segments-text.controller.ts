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

/** Answers the pages of *Performance* as Markdown. Accepts a session or a token. */
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

  @Get('performance/:name.md')
  @AnswersInert('text/markdown')
  async print(
    @Param('name', SegmentIdPipe) id: number,
    @Query(SegmentAddressPipe) address: SegmentAddress,
    @CurrentAccess() access: Access,
  ): Promise<string> {
    const found = await this.segments.find(access, id, address);
    if (!found) throw new NotFoundException();
    const loaders: readonly SegmentPartLoader<unknown>[] = this.parts.list(segmentPage);
    const parts = await Promise.all(loaders.map(async (part) => part.describe?.(found) ?? []));
    return printSegment(await this.segments.show(found, address), {
      time: toTimeWords(address),
      parts: parts.flat(),
      origin: this.config.publicUrl,
    });
  }
}
