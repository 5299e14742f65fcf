import { Controller, Get, Module, Param } from '@nestjs/common';
import { Page, PageParts, PagePlaces } from '../../../../src/rendering/index.ts';
import type { CounterProps } from './counter.dto.ts';

export interface CounterContext {
  readonly counter: string;
}

export const counterPage = new PagePlaces<CounterContext, 'top' | 'row'>('counter', ['top', 'row']);

@Controller('counters/:counter')
class CounterController {
  constructor(private readonly parts: PageParts) {}

  @Get()
  @Page<CounterProps>('counter/counter.page', { places: counterPage })
  counter(@Param('counter') counter: string): CounterProps {
    return { counter, rows: [1, 2], parts: this.parts.load(counterPage, { counter }) };
  }
}

@Module({ controllers: [CounterController] })
export class CounterModule {}
