import { Module } from '@nestjs/common';
import type { DynamicModule, ValueProvider } from '@nestjs/common';
import { CallSignature } from '#persistence';
import { LongReads, storePorts } from '#product';
import { UnsubscribeToken } from '#product/alerting/alerts';
import type { Stores } from '#product';
import { Clock, Scheduler, SystemClock, SystemScheduler } from '#shared';
import { RendererConfig } from './config/renderer-config.ts';
import type { RunningConfig } from './config/renderer-config.ts';

export interface PortsSetup {
  readonly stores: Stores;
  readonly longReads: LongReads;
  readonly config: RunningConfig;
  readonly opened: readonly ValueProvider[];
}

/**
 * Provides the stores, clock, scheduler, configuration and signatures that features inject by
 * class. The module is global, so features need not import it.
 */
@Module({})
export class PortsModule {
  static forRoot({ stores, longReads, config, opened }: PortsSetup): DynamicModule {
    const providers: ValueProvider[] = [
      ...storePorts.map(([provide, name]) => ({ provide, useValue: stores[name] })),
      { provide: LongReads, useValue: longReads },
      { provide: Clock, useValue: new SystemClock() },
      { provide: Scheduler, useValue: new SystemScheduler() },
      { provide: RendererConfig, useValue: config },
      { provide: CallSignature, useValue: new CallSignature(config.secret) },
      { provide: UnsubscribeToken, useValue: new UnsubscribeToken(config.secret) },
      ...opened,
    ];
    return {
      module: PortsModule,
      global: true,
      providers,
      exports: providers.map(({ provide }) => provide),
    };
  }
}
