import { Controller, Get, Param, Query, Req } from '@nestjs/common';
import type { Request } from 'express';
import { Page, UseLayouts } from '../../../../src/rendering/index.ts';
import { Script } from '../probe/script.ts';
import type { HallProps, OfficeProps } from './grounds.dto.ts';
import { TourLayout } from './tour-layout.ts';

/** Pages to scroll and to fill in. Late data waits at the gate that `hold` names. */
@Controller('tours/:tour')
@UseLayouts(TourLayout)
export class GroundsController {
  constructor(private readonly script: Script) {}

  @Get('halls/:kinds')
  @Page<typeof import('./views/hall.page.tsx')>('tour/hall.page')
  hall(@Param('kinds') kinds: string, @Query('hold') hold?: string): HallProps {
    const late = hold === undefined ? {} : { late: this.later(hold, { height: 4000 }) };
    return { kinds: kinds.split('+'), ...late };
  }

  /** The cookie `newer` selects the page of a newer build. */
  @Get('offices/:stop')
  @Page<typeof import('./views/office.page.tsx')>('tour/office.page')
  office(
    @Param('stop') stop: string,
    @Req() request: Request,
    @Query('hold') hold?: string,
  ): OfficeProps {
    const isNewer = String(request.headers.cookie).includes('newer');
    return { stop, isNewer, late: this.later(hold, { label: 'late' }) };
  }

  private async later<Datum>(gate: string | undefined, datum: Datum): Promise<Datum> {
    if (gate !== undefined) await this.script.wait(gate);
    return datum;
  }
}
