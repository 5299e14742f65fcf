import type { DynamicModule, INestApplicationContext, Type } from '@nestjs/common';
import type { Stores } from '#product';
import type { Job } from '#shared';
import type { RelayConfig } from './config/relay-config.ts';
import type { SpoolFile } from './spool/file/spool-file.ts';
import type { SpoolConsumer } from './spool/ports/spool-consumer.ts';

/** The parts of the relay that a product makes jobs of, for the thread that answers. */
export interface ProductJobParts {
  readonly app: INestApplicationContext;
  readonly config: RelayConfig;
  readonly stores?: Stores;
  readonly spoolFile: SpoolFile;
}

/** What stands on the relay: everything that it has to know of what becomes of reports. */
export interface RelayProduct {
  readonly modules: readonly (DynamicModule | Type)[];
  /** Provided by one of the modules. Without one, reports stay in the spool. */
  readonly consumer?: Type<SpoolConsumer>;
  /** Jobs of the thread that answers requests, run once the database is ready. */
  readonly listJobs?: (parts: ProductJobParts) => readonly Job[];
  /**
   * The same without a thread of its own, where the consumer has one: for a relay that is made of sources, as specs
   * make it. Only what was built can be started in a thread.
   */
  readonly inPlace?: () => Promise<RelayProduct>;
}
