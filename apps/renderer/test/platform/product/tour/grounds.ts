import { Controller, Get, Param, Query } from '@nestjs/common';
import type { PropsOf } from '#shared';
import { Page, UseLayouts } from '../../../../src/rendering/index.ts';
import { Script } from '../probe/script.ts';
import type { HallProps } from './grounds.dto.ts';
import { TourLayout } from './tour-layout.ts';

/** Pages to scroll and to fill in. Late data waits at the gate that `hold` names. */
@Controller('tours/:tour')
@UseLayouts(TourLayout)
export class GroundsController {
  constructor(private readonly script: Script) {}

  @Get('halls/:kinds')
  @Page<HallProps>('tour/hall.page')
  hall(@Param('kinds') kinds: string, @Query('hold') hold?: string): HallProps {
    const late = hold === undefined ? {} : { late: this.later(hold) };
    return { kinds: kinds.split('+'), ...late };
  }

  @Get('offices/:stop')
  @Page<PropsOf<GroundsController['office']>>('tour/office.page')
  office(@Param('stop') stop: string): { stop: string } {
    return { stop };
  }

  private async later(gate: string): Promise<{ height: number }> {
    await this.script.wait(gate);
    return { height: 4000 };
  }
}
