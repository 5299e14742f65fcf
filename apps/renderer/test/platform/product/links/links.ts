import { Controller, Get, Injectable, Module, Param, Query, Req } from '@nestjs/common';
import type { Request } from 'express';
import {
  Action,
  Layout,
  Page,
  RedirectException,
  UseLayouts,
} from '../../../../src/rendering/index.ts';
import type { LayoutLoader } from '../../../../src/rendering/index.ts';
import { at } from '../browser/at.ts';
import { ProbeModule } from '../probe/probe.module.ts';
import { Script, toError } from '../probe/script.ts';
import type { LinksProps, StationProps } from './links.dto.ts';

const toList = (value: string | string[] | undefined): string[] => [value ?? []].flat();

/** A page of links whose query gives their targets: `near=/…&near=/…&far=/…&kind=full`. */
@Controller('links')
class LinksController {
  @Get()
  @Page<typeof import('./views/links.page.tsx')>('links/links.page')
  show(@Query() { near, far, kind }: Record<string, string | string[] | undefined>): LinksProps {
    return { near: toList(near), far: toList(far), kind: String(kind ?? '') };
  }
}

@Layout<typeof import('./views/line.layout.tsx')>('links/line.layout', {
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
  @Page<typeof import('./views/station.page.tsx')>('links/station.page', {
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
  @Page<typeof import('./views/express.page.tsx')>('links/express.page', {
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

  @Action('ring')
  ring(@Param('line') line: string): never {
    throw new RedirectException(at(`/lines/${line}/stations/2`));
  }

  @Get('late/:station')
  @Page<typeof import('./views/late-station.page.tsx')>('links/late-station.page')
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
