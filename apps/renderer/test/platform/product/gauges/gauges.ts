import { Controller, Get, Global, Injectable, Module, Param, Query } from '@nestjs/common';
import type { Request } from 'express';
import { ChangeSource, Page } from '../../../../src/rendering/index.ts';
import type { Audience } from '../../../../src/rendering/index.ts';
import type { Following, GaugeProps } from './gauges.dto.ts';

/** What gauges read, which changes by itself. */
@Injectable()
export class Gauges extends ChangeSource {
  readonly #readings = new Map<string, number>();
  /** How often the versions were read. */
  reads = 0;
  /** They cannot be read now. */
  isAway = false;
  /** Their pages fail. */
  readonly broken = new Set<string>();
  /** Standings of those who may not listen. */
  readonly refused = new Set<string>();

  raise(id: string): void {
    this.#readings.set(id, this.read(id) + 1);
  }

  read(id: string): number {
    return this.#readings.get(id) ?? 0;
  }

  override async readVersions(): Promise<ReadonlyMap<string, number>> {
    this.reads += 1;
    if (this.isAway) throw new Error('The gauges are away.');
    return new Map([...this.#readings].map(([id, reading]) => [`gauge:${id}`, reading]));
  }

  /** Gauges of a visitor's own begin with the name in the cookie `name`. Those of nobody are for all. */
  override async findAudience({ headers }: Request): Promise<Audience | undefined> {
    const standing = /\bname=(\w+)/.exec(headers.cookie ?? '')?.[1] ?? 'guest';
    if (this.refused.has(standing)) return undefined;
    return {
      standing,
      hears: (tag) => !tag.includes('-') || tag.startsWith(`gauge:${standing}-`),
    };
  }
}

@Controller('gauges')
class GaugesController {
  constructor(private readonly gauges: Gauges) {}

  @Get(':id')
  @Page<typeof import('./views/gauge.page.tsx')>('gauges/gauge.page', {
    tags: ({ id }) => [`gauge:${id}`],
  })
  show(@Param('id') id: string, @Query('following') following: Following = 'at-once'): GaugeProps {
    if (this.gauges.broken.has(id)) throw new Error(`The gauge ${id} is broken.`);
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
