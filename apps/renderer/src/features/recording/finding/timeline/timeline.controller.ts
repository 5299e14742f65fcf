import { Controller, Get, NotFoundException, Param, Query } from '@nestjs/common';
import { isEventId, toHexId, to } from '#shared';
import { Page } from '../../../../rendering/index.ts';
import { CurrentAccess, OpenToGuests } from '../../../people/accounts/index.ts';
import type { Access } from '../../../people/accounts/index.ts';
import type { TimelinePageProps } from '../timeline.dto.ts';
import { TimelineService } from './timeline.service.ts';

const head = ({ title }: TimelinePageProps) => ({ title });

/** Shows support what happened to a visitor who quotes a digest, a request id or a trace id. */
@Controller()
@OpenToGuests()
export class TimelineController {
  constructor(private readonly timelines: TimelineService) {}

  @Get('digests/:digest')
  @Page<TimelinePageProps>('finding/timeline.page', { head })
  digest(
    @Param('digest') digest: string,
    @Query('event') event: unknown,
    @CurrentAccess() access: Access,
  ): Promise<TimelinePageProps> {
    const toAddress = (eventId: string) =>
      to('/digests/:digest', { digest }, { query: { event: eventId } });
    const quote = { by: 'digest', text: digest } as const;
    return this.show({ quote, title: `Digest ${digest}`, toAddress, event, access });
  }

  @Get('requests/:request')
  @Page<TimelinePageProps>('finding/timeline.page', { head })
  request(
    @Param('request') request: string,
    @Query('event') event: unknown,
    @CurrentAccess() access: Access,
  ): Promise<TimelinePageProps> {
    const toAddress = (eventId: string) =>
      to('/requests/:request', { request }, { query: { event: eventId } });
    const quote = { by: 'request', text: request } as const;
    return this.show({ quote, title: `Request ${request}`, toAddress, event, access });
  }

  @Get('traces/:trace')
  @Page<TimelinePageProps>('finding/timeline.page', { head })
  async trace(
    @Param('trace') trace: string,
    @CurrentAccess() access: Access,
  ): Promise<TimelinePageProps> {
    const text = toHexId(trace);
    if (text === undefined) throw new NotFoundException();
    const quote = { by: 'trace', text } as const;
    return this.show({
      quote,
      title: `Trace ${text}`,
      toAddress: () => to('/traces/:trace', { trace: text }),
      access,
    });
  }

  private async show({
    event,
    ...request
  }: Omit<Parameters<TimelineService['show']>[0], 'eventId'> & {
    readonly event?: unknown;
  }): Promise<TimelinePageProps> {
    const eventId = typeof event === 'string' && isEventId(event) ? event : undefined;
    if (event !== undefined && eventId === undefined) throw new NotFoundException();
    const page = await this.timelines.show({ ...request, eventId });
    if (!page) throw new NotFoundException();
    return page;
  }
}
