import { Param, ParseIntPipe, Req, UseGuards, UseInterceptors } from '@nestjs/common';
import type { CallHandler, ExecutionContext, NestInterceptor, PipeTransform } from '@nestjs/common';
import { Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { map } from 'rxjs';
import type { Observable } from 'rxjs';
import type { PropsOf } from '#shared';
import { Layout, OutcomeView } from '../../../../src/rendering/index.ts';
import type { LayoutLoader } from '../../../../src/rendering/index.ts';
import type { FrameProps, SectionProps } from './probe.dto.ts';
import { ClassGuard, Place } from './probe.guards.ts';
import { Script, toError } from './script.ts';

@Layout<FrameProps>('probe/frame.layout')
@Place('frame')
@UseGuards(ClassGuard)
export class FrameLayout implements LayoutLoader<FrameProps> {
  constructor(private readonly script: Script) {}

  load(@Req() request: Request): FrameProps {
    this.script.pass('frame', request);
    return { frame: 'the frame' };
  }
}

@Injectable()
class ShoutingInterceptor implements NestInterceptor<SectionProps, SectionProps> {
  intercept(_context: ExecutionContext, next: CallHandler<SectionProps>): Observable<SectionProps> {
    return next.handle().pipe(map((props) => ({ ...props, section: props.section.toUpperCase() })));
  }
}

@Injectable()
class EndingPipe implements PipeTransform<string, string> {
  transform(section: string): string {
    const ending = /^end-(?<ending>\d{3})$/.exec(section)?.groups?.['ending'];
    if (ending) throw toError(ending);
    return section;
  }
}

@Layout<SectionProps>('probe/section.layout', {
  head: ({ section }) => ({ title: section }),
  tags: ({ section }) => [`section:${section}`],
})
@Place('section')
@UseGuards(ClassGuard)
@OutcomeView(404, 'probe/section-missing.page')
export class SectionLayout implements LayoutLoader<SectionProps> {
  constructor(private readonly script: Script) {}

  @UseInterceptors(ShoutingInterceptor)
  load(
    @Param('section', EndingPipe) section: string,
    @Param('number', ParseIntPipe) number: number,
    @Req() request: Request,
  ): SectionProps {
    this.script.pass('section', request);
    return { section, number };
  }
}

@Layout<PropsOf<CardLayout['load']>>('probe/card.layout')
export class CardLayout implements LayoutLoader<{ late: Promise<string> }> {
  constructor(private readonly script: Script) {}

  load(@Req() request: Request): { late: Promise<string> } {
    this.script.pass('card', request);
    return { late: this.later(request) };
  }

  private async later(request: Request): Promise<string> {
    this.script.pass('late.card', request);
    return 'late in the card';
  }
}
