import type { DynamicModule, INestApplicationContext, Type } from '@nestjs/common';
import type { Stores } from '#product';
import type { ItemType, Job } from '#shared';
import type { RelayConfig } from './config/relay-config.ts';
import type { SpoolFile } from './spool/file/spool-file.ts';
import type { SpoolConsumer } from './spool/ports/spool-consumer.ts';

export interface ProductJobParts {
  readonly app: INestApplicationContext;
  readonly config: RelayConfig;
  readonly stores?: Stores;
  readonly spoolFile: SpoolFile;
}

export interface RelayProduct {
  readonly modules: readonly (DynamicModule | Type)[];
  /** One of `modules` must provide this class. Without a consumer, reports stay in the spool. */
  readonly consumer?: Type<SpoolConsumer>;
  /**
   * Types of items that intake keeps besides errors and security reports. Others are dropped, or only
   * forwarded.
   */
  readonly declaredItems?: readonly Readonly<Record<string, ItemType>>[];
  readonly listJobs?: (parts: ProductJobParts) => readonly Job[];
  /**
   * Returns the same product without a separate processing thread. Specs run the relay from
   * TypeScript sources, and only built files can be started in a thread.
   */
  readonly inPlace?: () => Promise<RelayProduct>;
}
