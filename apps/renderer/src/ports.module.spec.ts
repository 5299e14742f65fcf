import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { INestApplicationContext } from '@nestjs/common';
import { Injectable, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { createLongReads, createStores, openDatabase, storePorts } from '#product';
import { IssueStore } from '#product/recording/issues';
import type { Stores } from '#product';
import { createTestDatabase } from '#persistence/testing';
import { Clock, Scheduler } from '#shared';
import { readRendererConfig, RendererConfig, withSecret } from './config/renderer-config.ts';
import { PortsModule } from './ports.module.ts';

@Injectable()
class Feature {
  constructor(
    readonly issues: IssueStore,
    readonly clock: Clock,
    readonly scheduler: Scheduler,
    readonly config: RendererConfig,
  ) {}
}

@Module({ providers: [Feature] })
class FeatureModule {}

@Module({ imports: [FeatureModule] })
class RootModule {}

describe('PortsModule', () => {
  const config = withSecret(readRendererConfig({}), 'secret of the spec');
  let app: INestApplicationContext;
  let stores: Stores;
  let close: () => Promise<void>;

  beforeEach(async () => {
    const { config: ofDatabase, remove } = await createTestDatabase('sqlite');
    const database = openDatabase(ofDatabase);
    stores = createStores(database);
    const opened = [{ provide: 'opened', useValue: 1 }];
    const ports = PortsModule.forRoot({
      stores,
      longReads: createLongReads(database),
      config,
      opened,
    });
    const root = { module: RootModule, imports: [ports] };
    app = await NestFactory.createApplicationContext(root, { logger: false });
    close = async () => {
      await app.close();
      await database.close();
      await remove();
    };
  });

  afterEach(() => close());

  it('gives stores, clock, scheduler and config to a plain module', () => {
    const feature = app.get(Feature, { strict: false });
    expect(feature.issues).toBe(stores.issues);
    expect(feature.clock).toBeInstanceOf(Clock);
    expect(feature.scheduler).toBeInstanceOf(Scheduler);
    expect(feature.config).toBe(config);
  });

  it('provides every store by its port, and the values that were opened before', () => {
    for (const [port, name] of storePorts) {
      expect(app.get<unknown>(port, { strict: false })).toBe(stores[name]);
    }
    expect(app.get('opened', { strict: false })).toBe(1);
  });
});
