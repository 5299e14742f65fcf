import type { DynamicModule, Type } from '@nestjs/common';
import type { SpoolConsumer } from './spool/spool-consumer.ts';

/** What stands on the relay: everything that it has to know of what becomes of reports. */
export interface RelayProduct {
  readonly modules: readonly (DynamicModule | Type)[];
  /** Provided by one of the modules. Without one, reports stay in the spool. */
  readonly consumer?: Type<SpoolConsumer>;
}
