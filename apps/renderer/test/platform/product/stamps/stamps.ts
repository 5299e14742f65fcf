import { Body, Module, NotFoundException, Param, UseGuards } from '@nestjs/common';
import { Action, Part, PartOfEach } from '../../../../src/rendering/index.ts';
import type { PartLoader } from '../../../../src/rendering/index.ts';
import { counterPage } from '../counter/counter.ts';
import type { CounterContext } from '../counter/counter.ts';
import { MethodGuard, Place } from '../probe/probe.guards.ts';
import { ProbeModule } from '../probe/probe.module.ts';
import { StampDto } from './stamps.dto.ts';
import type { StampAction, StampsProps } from './stamps.dto.ts';

@Part<typeof import('./views/counter.stamps.part.tsx'), CounterContext>(
  counterPage,
  'stamps/counter.stamps.part',
  { at: 'top', order: 20, mayShow: ({ counter }) => counter !== 'closed' },
)
class StampsPart implements PartLoader<CounterContext, StampsProps> {
  private readonly stamps = new Map<string, string[]>();

  load({ counter }: CounterContext): StampsProps | undefined {
    if (counter === 'failing') throw new Error('a secret of the stamps');
    if (counter === 'missing') throw new NotFoundException();
    if (counter === 'bare') return undefined;
    return { stamps: this.stamps.get(counter) ?? [] };
  }

  @Action<StampAction>('stamp')
  @Place('action')
  @UseGuards(MethodGuard)
  stamp(@Param('counter') counter: string, @Body() { stamp }: StampDto): void {
    this.stamps.set(counter, [...(this.stamps.get(counter) ?? []), stamp]);
  }
}

@Part<typeof import('./views/counter.note.part.tsx'), CounterContext>(
  counterPage,
  'stamps/counter.note.part',
  { at: 'top', order: 30, isDeferred: true },
)
class NotePart implements PartLoader<CounterContext, { readonly note: string }> {
  async load({ counter }: CounterContext): Promise<{ readonly note: string }> {
    if (counter === 'failing') throw new Error('a secret of the note');
    return { note: `note of ${counter}` };
  }
}

@Part<typeof import('./views/counter.first.part.tsx'), CounterContext>(
  counterPage,
  'stamps/counter.first.part',
  { at: 'top', order: 10 },
)
class FirstPart implements PartLoader<CounterContext, { readonly note: string }> {
  load({ counter }: CounterContext): { readonly note: string } {
    return { note: `first of ${counter}` };
  }
}

@PartOfEach<typeof import('./views/counter.row.part.tsx'), CounterContext>(
  counterPage,
  'stamps/counter.row.part',
  { at: 'row', order: 10 },
)
class RowPart implements PartLoader<CounterContext, Record<number, { readonly text: string }>> {
  load({ counter }: CounterContext): Record<number, { readonly text: string }> {
    if (counter === 'failing') throw new Error('a secret of the rows');
    return { 2: { text: 'row 2 stamped' } };
  }
}

@Module({ imports: [ProbeModule], providers: [StampsPart, NotePart, FirstPart, RowPart] })
export class StampsModule {}
