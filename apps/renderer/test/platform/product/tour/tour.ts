import { Controller, Get, Module, NotFoundException, Param, Query, Req } from '@nestjs/common';
import type { PropsOf } from '#shared';
import type { Request } from 'express';
import { Page, RedirectException, UseLayouts } from '../../../../src/rendering/index.ts';
import { ProbeModule } from '../probe/probe.module.ts';
import { Script, toError } from '../probe/script.ts';
import { GroundsController } from './grounds.ts';
import { PatientLayout } from './patient-layout.ts';
import { Loads, TourLayout } from './tour-layout.ts';
import type { LateStopProps, StopProps, WaitingProps } from './tour.dto.ts';
import { at } from '../browser/at.ts';

const isUntitled = (stop: string): boolean => ['untitled', 'nameless'].includes(stop);

/**
 * Pages that lead to one another. Queries control them: `end=404`, `to=/…`, `hold=gate`,
 * `size=1000`.
 */
@Controller('tours/:tour')
@UseLayouts(TourLayout)
class TourController {
  constructor(
    private readonly loads: Loads,
    private readonly script: Script,
  ) {}

  @Get('stops/:stop')
  @Page<StopProps>('tour/stop.page', {
    head: ({ stop, query }) => (isUntitled(stop) ? {} : { title: `Stop ${stop}${query}` }),
    tags: ({ stop }) => [`stop:${stop}`],
  })
  async stop(
    @Param('stop') stop: string,
    @Query() query: Record<string, string>,
    @Req() request: Request,
  ): Promise<StopProps> {
    await this.follow(query, request);
    return {
      stop,
      query: request.url.split('?')[1] ?? '',
      loads: this.loads.count(request.url),
      same: { words: `the words of ${stop}` },
      ballast: 'x'.repeat(Number(query['size'] ?? 0)),
    };
  }

  @Get('sights/:stop')
  @Page<PropsOf<TourController['sight']>>('tour/sight.page')
  async sight(
    @Param('stop') stop: string,
    @Query() query: Record<string, string>,
    @Req() request: Request,
  ): Promise<{ stop: string }> {
    await this.follow(query, request);
    return { stop };
  }

  @Get('signs/:sign')
  @Page<PropsOf<TourController['sign']>>('tour/sign.page', {
    head: ({ sign }) => ({
      title: sign === '2' ? { absolute: 'Zeichen 2' } : `Sign ${sign}`,
      lang: sign === '2' ? 'de' : undefined,
      canonical: `https://tours.example/signs/${sign}`,
      openGraph: { title: `The sign ${sign}` },
      links: [
        { rel: 'alternate', href: 'https://feeds.example/signs', type: 'application/atom+xml' },
      ],
      jsonLd: [{ '@context': 'https://schema.org', '@type': 'Thing', name: sign }],
    }),
  })
  sign(@Param('sign') sign: string): { sign: string } {
    return { sign };
  }

  @Get('late/:stop')
  @Page<LateStopProps>('tour/late-stop.page')
  late(@Param('stop') stop: string, @Req() request: Request): LateStopProps {
    this.script.pass('late', request);
    const loads = this.loads.count(request.url);
    return { stop, loads, late: this.later(stop, loads, request) };
  }

  @Get('alive/:stop')
  @Page<PropsOf<TourController['alive']>>('tour/alive.page', {
    tags: ({ stop }) => [`alive:${stop}`],
  })
  alive(@Param('stop') stop: string, @Req() request: Request): { stop: string; loads: number } {
    return { stop, loads: this.loads.count(request.url) };
  }

  @Get('patient/:stop')
  @UseLayouts(PatientLayout)
  @Page<PropsOf<TourController['patient']>>('tour/alive.page')
  patient(@Param('stop') stop: string, @Req() request: Request): { stop: string; loads: number } {
    return this.alive(stop, request);
  }

  @Get('waiting/:stop')
  @Page<WaitingProps>('tour/waiting.page')
  waiting(
    @Param('stop') stop: string,
    @Query('when') when: WaitingProps['when'] = 'interaction',
    @Query('words') words = 'first words',
    @Query('in') className?: string,
  ): WaitingProps {
    return { stop, when, words, className };
  }

  @Get('ticket')
  ticket(): { ticket: string } {
    return { ticket: 'for one' };
  }

  private async later(stop: string, loads: number, request: Request): Promise<{ words: string }> {
    const { hold } = request.query;
    if (typeof hold === 'string') await this.script.wait(hold);
    this.script.pass('later', request);
    return { words: `late words of ${stop}, load ${loads}` };
  }

  private async follow(query: Record<string, string>, request: Request): Promise<void> {
    this.script.pass('stop', request);
    if (query['hold'] !== undefined) await this.script.wait(query['hold']);
    if (query['to'] !== undefined) throw new RedirectException(at(query['to']), 307);
    if (query['end'] === '404') throw new NotFoundException();
    if (query['end'] !== undefined) throw toError(query['end']);
  }
}

@Module({
  imports: [ProbeModule],
  controllers: [TourController, GroundsController],
  providers: [TourLayout, PatientLayout, Loads],
})
export class TourModule {}
