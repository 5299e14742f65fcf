import { Controller, Get, Injectable, Module, Param, Query, Req } from '@nestjs/common';
import type { PropsOf } from '#shared';
import type { Request } from 'express';
import { Layout, Page, UseLayouts } from '../../../../src/rendering/index.ts';
import type { LayoutLoader } from '../../../../src/rendering/index.ts';
import { ProbeModule } from '../probe/probe.module.ts';
import { Script, toError } from '../probe/script.ts';
import type { LinksProps, StationProps } from './links.dto.ts';

const toList = (value: string | string[] | undefined): string[] => [value ?? []].flat();

/** A page of links whose query gives their targets: `near=/…&near=/…&far=/…&kind=full`. */
@Controller('links')
class LinksController {
  @Get()
  @Page<LinksProps>('links/links.page')
  show(@Query() { near, far, kind }: Record<string, string | string[] | undefined>): LinksProps {
    return { near: toList(near), far: toList(far), kind: String(kind ?? '') };
  }
}

@Layout<PropsOf<LineLayout['load']>>('links/line.layout', {
  tags: ({ line }) => [`line:${line}`],
})
class LineLayout implements LayoutLoader<{ line: string }> {
  load(@Param('line') line: string): { line: string } {
    return { line };
  }
}

@Injectable()
class Trains {
  private readonly counts = new Map<string, number>();

  count(station: string): number {
    const count = (this.counts.get(station) ?? 0) + 1;
    this.counts.set(station, count);
    return count;
  }
}

/**
 * Pages of one route pattern, with a layout for each line. Queries control them: `hold=gate`,
 * `end=404`.
 */
@Controller('lines/:line')
@UseLayouts(LineLayout)
class LinesController {
  constructor(
    private readonly trains: Trains,
    private readonly script: Script,
  ) {}

  @Get('stations/:station')
  @Page<StationProps>('links/station.page', {
    tags: ({ station }) => [`station:${station}`],
  })
  async station(
    @Param('line') line: string,
    @Param('station') station: string,
    @Query() { hold, end }: Record<string, string | undefined>,
    @Req() { url }: Request,
  ): Promise<StationProps> {
    if (hold !== undefined) await this.script.wait(hold);
    if (end !== undefined) throw toError(end);
    return { line, station, loads: this.trains.count(url) };
  }

  @Get('expresses/:station')
  @Page<StationProps>('links/express.page', {
    head: ({ station }) => ({ title: `Express ${station}` }),
  })
  express(
    @Param('line') line: string,
    @Param('station') station: string,
    @Query() query: Record<string, string | undefined>,
    @Req() request: Request,
  ): Promise<StationProps> {
    this.script.pass('express', request);
    return this.station(line, station, query, request);
  }

  @Get('late/:station')
  @Page<PropsOf<LinesController['late']>>('links/late-station.page')
  late(
    @Param('station') station: string,
    @Query('train') train: string | undefined,
  ): { station: string; train: string; late: Promise<string> } {
    return { station, train: train ?? '', late: this.arrive(train) };
  }

  private async arrive(train = '1'): Promise<string> {
    return `train ${train} is there`;
  }
}

@Module({
  imports: [ProbeModule],
  controllers: [LinksController, LinesController],
  providers: [LineLayout, Trains],
})
export class LinksModule {}
