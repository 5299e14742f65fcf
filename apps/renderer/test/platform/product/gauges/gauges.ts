import { Controller, Get, Global, Injectable, Module, Param, Query } from '@nestjs/common';
import type { Request } from 'express';
import { ChangeSource, Page } from '../../../../src/rendering/index.ts';
import type { Audience } from '../../../../src/rendering/index.ts';
import type { Following, GaugeProps } from './gauges.dto.ts';

@Injectable()
export class Gauges extends ChangeSource {
  readonly #readings = new Map<string, number>();

  raise(id: string): void {
    this.#readings.set(id, this.read(id) + 1);
  }

  read(id: string): number {
    return this.#readings.get(id) ?? 0;
  }

  override async readVersions(): Promise<ReadonlyMap<string, number>> {
    return new Map([...this.#readings].map(([id, reading]) => [`gauge:${id}`, reading]));
  }

  /**
   * A gauge named `<name>-…` belongs to the visitor with that `name` cookie. Gauges without a dash
   * are for all.
   */
  override async findAudience({ headers }: Request): Promise<Audience> {
    const standing = /\bname=(\w+)/.exec(headers.cookie ?? '')?.[1] ?? 'guest';
    return {
      standing,
      mayFollow: (tag) => !tag.includes('-') || tag.startsWith(`gauge:${standing}-`),
    };
  }
}

@Controller('gauges')
class GaugesController {
  constructor(private readonly gauges: Gauges) {}

  @Get(':id')
  @Page<GaugeProps>('gauges/gauge.page', {
    tags: ({ id }) => [`gauge:${id}`],
  })
  show(@Param('id') id: string, @Query('following') following: Following = 'at-once'): GaugeProps {
    return { id, following, reading: this.gauges.read(id) };
  }
}

@Global()
@Module({
  controllers: [GaugesController],
  providers: [Gauges, { provide: ChangeSource, useExisting: Gauges }],
  exports: [ChangeSource],
})
export class GaugesModule {}
