import { Injectable, Param, Req } from '@nestjs/common';
import type { Request } from 'express';
import { Layout } from '../../../../src/rendering/index.ts';
import type { LayoutLoader } from '../../../../src/rendering/index.ts';
import { Script } from '../probe/script.ts';
import type { TourProps } from './tour.dto.ts';

@Injectable()
export class Loads {
  private readonly counts = new Map<string, number>();

  count(of: string): number {
    const count = (this.counts.get(of) ?? 0) + 1;
    this.counts.set(of, count);
    return count;
  }
}

@Layout<TourProps>('tour/tour.layout', { tags: () => ['tour'] })
export class TourLayout implements LayoutLoader<TourProps> {
  constructor(
    private readonly loads: Loads,
    private readonly script: Script,
  ) {}

  load(@Param('tour') tour: string, @Req() request: Request): TourProps {
    this.script.pass('tour', request);
    return { name: tour, loads: this.loads.count(`tour ${tour}`) };
  }
}
