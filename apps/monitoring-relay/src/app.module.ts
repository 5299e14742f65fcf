import { Module } from '@nestjs/common';
import type { DynamicModule } from '@nestjs/common';
import { storePorts } from '#product';
import type { Stores } from '#product';
import { Clock } from '#shared';
import { Pause } from '#telemetry/plain';
import { toForwardedProjects } from './config/forwarded-projects.ts';
import { RelayConfig } from './config/relay-config.ts';
import { RELAY_STORES } from './database/relay-stores.ts';
import { ForwardingModule } from './forwarding/forwarding.module.ts';
import { HealthModule } from './health/health.module.ts';
import { StorageSource } from './intake/admission/storage-watch.ts';
import { OutcomeCounts } from './intake/intake-tally.ts';
import { IntakeModule } from './intake/intake.module.ts';
import { SenderAddress } from './intake/sender-address.ts';
import { JobMetrics } from './metrics/job-metrics.ts';
import { ConfiguredKeys } from './keys/configured-keys.ts';
import { KeySource } from './keys/key-source.ts';
import { KeysModule } from './keys/keys.module.ts';
import { Monitoring } from './monitoring/monitoring.ts';
import { ForwardingSpool } from './metrics/forwarding-spool.ts';
import { MeteredSpool } from './metrics/metered-spool.ts';
import { RelayMetrics } from './metrics/relay-metrics.ts';
import { ItemTypes } from './outcomes/item-types.ts';
import { OperationModule } from './operation/operation.module.ts';
import type { RelayParts } from './relay-parts.ts';
import { SpoolModule } from './spool/spool.module.ts';

@Module({})
class PartsModule {}

@Module({})
export class AppModule {
  static forRoot(parts: RelayParts): DynamicModule {
    const { config, clock, spoolFile } = parts;
    const metrics = new RelayMetrics(config.version);
    const OwnSpool = config.mode === 'forward' ? ForwardingSpool : MeteredSpool;
    return {
      module: AppModule,
      imports: [
        provideParts(parts, metrics),
        SpoolModule.over(
          spoolFile,
          (file, bodies) => new OwnSpool({ file, bodies, metrics, clock }),
        ),
        KeysModule,
        IntakeModule,
        HealthModule.over(parts),
        OperationModule.over(parts),
        ForwardingModule,
        ...parts.product.modules,
      ],
    };
  }
}

function provideParts(
  { config, secret, stores, clock, pause, monitoring, product }: RelayParts,
  metrics: RelayMetrics,
): DynamicModule {
  const providers = [
    ...(stores ? provideStores(stores) : [{ provide: KeySource, useValue: toKeySource(config) }]),
    { provide: RelayConfig, useValue: config },
    { provide: ItemTypes, useValue: new ItemTypes(product.declaredItems) },
    { provide: Clock, useValue: clock },
    { provide: Pause, useValue: pause },
    { provide: Monitoring, useValue: monitoring },
    { provide: RelayMetrics, useValue: metrics },
    { provide: JobMetrics, useValue: new JobMetrics(metrics) },
    {
      provide: SenderAddress,
      useFactory: () => new SenderAddress({ secret, trustProxy: config.trustProxy, clock }),
    },
  ];
  return {
    module: PartsModule,
    global: true,
    providers,
    exports: providers.map(({ provide }) => provide),
  };
}

function provideStores(stores: Stores) {
  return [
    ...storePorts.map(([provide, name]) => ({ provide, useValue: stores[name] })),
    { provide: KeySource, useValue: stores.projects },
    { provide: OutcomeCounts, useValue: stores.outcomes },
    { provide: StorageSource, useValue: stores.storage },
    { provide: RELAY_STORES, useValue: stores },
  ];
}

function toKeySource({ projects, upstreams }: RelayConfig): KeySource {
  return new ConfiguredKeys(toForwardedProjects(projects, upstreams));
}
