import {
  Controller,
  Get,
  Header,
  HttpCode,
  Injectable,
  Query,
  Req,
  UseGuards,
  UseInterceptors,
} from '@nestjs/common';
import type { CallHandler, ExecutionContext, NestInterceptor, PipeTransform } from '@nestjs/common';
import type { Request } from 'express';
import { map } from 'rxjs';
import type { Observable } from 'rxjs';
import type { PropsOf } from '#shared';
import {
  OutcomeView,
  Page,
  RedirectException,
  UseLayouts,
  VisitorSignal,
  whenSent,
} from '../../../../src/rendering/index.ts';
import type { LateProps, PlainProps } from './probe.dto.ts';
import { ClassGuard, MethodGuard, Place } from './probe.guards.ts';
import { CardLayout, SectionLayout } from './probe.layouts.ts';
import { Script, toError } from './script.ts';
import { at } from '../browser/at.ts';

@Injectable()
class WordPipe implements PipeTransform<unknown, string> {
  transform(value: unknown): string {
    if (value === 'redirect') throw new RedirectException(at('/probe/a/2'));
    const ending = /^end-(?<ending>\d{3})$/.exec(String(value))?.groups?.['ending'];
    if (ending) throw toError(ending);
    return typeof value === 'string' ? value : 'no word';
  }
}

/** Nest's documentation promises that interceptors see the value the method returns. */
@Injectable()
class ExclaimingInterceptor implements NestInterceptor<PlainProps, PlainProps> {
  intercept(_context: ExecutionContext, next: CallHandler<PlainProps>): Observable<PlainProps> {
    return next.handle().pipe(map((props) => ({ ...props, text: `${props.text}!` })));
  }
}

@Controller('probe/:section/:number')
@UseLayouts(SectionLayout)
@Place('controller')
@UseGuards(ClassGuard)
export class ProbeController {
  constructor(private readonly script: Script) {}

  @Get()
  @Page<PlainProps>('probe/plain.page', {
    head: ({ text }) => ({ title: text, description: 'A plain page.' }),
    tags: () => ['plain'],
    staleMs: 5000,
  })
  @Place('method')
  @UseGuards(MethodGuard)
  @UseInterceptors(ExclaimingInterceptor)
  plain(@Req() request: Request, @Query('word', WordPipe) word: string): PlainProps {
    this.script.pass('page', request);
    return { text: `plain ${word}` };
  }

  @Get('own')
  @Page<PlainProps>('probe/plain.page')
  @OutcomeView(404, 'probe/own-missing.page')
  @Header('X-Own', 'yes')
  @HttpCode(203)
  own(@Req() request: Request): PlainProps {
    this.script.pass('page', request);
    return { text: 'own' };
  }

  @Get('late')
  @Page<LateProps>('probe/late.page')
  @UseLayouts(CardLayout)
  late(@Req() request: Request, @VisitorSignal() signal: AbortSignal): LateProps {
    this.script.pass('page', request);
    return {
      text: 'eager text',
      first: this.later('first', request, { words: 'first words </script>' }, signal),
      second: whenSent(() => this.later('second', request, 'second words', signal)),
    };
  }

  @Get('throws')
  @Page<PropsOf<ProbeController['throws']>>('probe/throwing.page')
  throws(@Query('where') where: unknown): { where: string; late: Promise<string> } {
    return { where: String(where), late: Promise.resolve('late') };
  }

  private async later<T>(
    name: string,
    request: Request,
    value: T,
    signal: AbortSignal,
  ): Promise<T> {
    signal.addEventListener('abort', () => this.script.calls.push(`left.${name}`));
    if (request.query['hold'] !== undefined) await this.script.wait(name);
    this.script.pass(`late.${name}`, request);
    return value;
  }
}
