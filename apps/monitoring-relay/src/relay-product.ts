import type { DynamicModule, Type } from '@nestjs/common';
import type { SpoolConsumer } from './spool/ports/spool-consumer.ts';

/** What stands on the relay: everything that it has to know of what becomes of reports. */
export interface RelayProduct {
  readonly modules: readonly (DynamicModule | Type)[];
  /** Provided by one of the modules. Without one, reports stay in the spool. */
  readonly consumer?: Type<SpoolConsumer>;
  /**
   * The same without a thread of its own, where the consumer has one: for a relay that is made of sources, as specs
   * make it. Only what was built can be started in a thread.
   */
  readonly inPlace?: () => Promise<RelayProduct>;
}
