import { Controller, Get, Module, Param, Query, Req } from '@nestjs/common';
import type { Request } from 'express';
import { Page, UseLayouts } from '../../../../src/rendering/index.ts';
import { ProbeModule } from '../probe/probe.module.ts';
import { Script } from '../probe/script.ts';
import type { LetterProps, SearchProps } from './desk.dto.ts';
import { TourLayout } from './tour-layout.ts';
import { TourModule } from './tour.ts';

@Controller('tours/:tour')
@UseLayouts(TourLayout)
class DeskController {
  constructor(private readonly script: Script) {}

  /**
   * The page never saves its text, so the runtime asks a question before a visitor leaves the page.
   */
  @Get('letters/:letter')
  @Page<LetterProps>('tour/letter.page', { tags: () => ['letter'] })
  letter(@Param('letter') letter: string, @Req() request: Request): LetterProps {
    this.script.pass('letter', request);
    return { letter };
  }

  @Get('search')
  @Page<SearchProps>('tour/search.page')
  async search(
    @Query() { hold, out = '' }: Record<string, string>,
    @Req() request: Request,
  ): Promise<SearchProps> {
    this.script.pass('search', request);
    if (hold) await this.script.wait(hold);
    return { query: request.url.split('?')[1] ?? '', out };
  }
}

@Module({ imports: [ProbeModule, TourModule], controllers: [DeskController] })
export class DeskModule {}
