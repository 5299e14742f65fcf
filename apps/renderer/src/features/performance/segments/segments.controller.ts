import { Controller, Get, NotFoundException, Param, Query } from '@nestjs/common';
import type { PropsOf } from '#shared';
import { filledQuery, Page } from '../../../rendering/index.ts';
import { CurrentAccess, OpenToGuests } from '../../people/accounts/index.ts';
import type { Access } from '../../people/accounts/index.ts';
import { NavigationEntry } from '../../people/console/index.ts';
import { SegmentAddressPipe, SegmentIdPipe } from './segment-address.pipe.ts';
import type { SegmentAddress } from './segment-address.pipe.ts';
import { segmentPage } from './segment-page.ts';
import { SegmentsService } from './segments.service.ts';

// Spans come without a message to open pages, so the pages ask by this tag.
const TAGS = { tags: () => ['spans'], staleMs: 0 };

@Controller('performance')
@OpenToGuests()
@NavigationEntry({ name: 'Performance', order: 16.7 })
export class SegmentsController {
  constructor(private readonly segments: SegmentsService) {}

  @Get()
  @Page<PropsOf<SegmentsController['list']>>('segments/segments.page', {
    ...TAGS,
    head: () => ({ title: 'Performance' }),
  })
  async list(
    @Query(filledQuery('/performance'), SegmentAddressPipe) address: SegmentAddress,
    @CurrentAccess() access: Access,
  ) {
    const list = await this.segments.list(access, address);
    if (list.table.rows.length === 0 && list.previous) throw new NotFoundException();
    return list;
  }

  @Get(':id')
  @Page<PropsOf<SegmentsController['show']>>('segments/segment.page', {
    ...TAGS,
    head: ({ method = [], name }) => ({ title: [method, name].flat().join(' ') }),
    places: segmentPage,
  })
  async show(
    @Param('id', SegmentIdPipe) id: number,
    @Query(SegmentAddressPipe) address: SegmentAddress,
    @CurrentAccess() access: Access,
  ) {
    const found = await this.segments.find(access, id, address);
    if (!found) throw new NotFoundException();
    return this.segments.show(found, address);
  }
}
