import type { Database } from '#persistence';
import type { Stores } from '#product';
import type { Clock } from '#shared';
import type { Pause } from '#telemetry/plain';
import type { RelayConfig } from './config/relay-config.ts';
import type { Monitoring } from './monitoring/monitoring.ts';
import type { RelayProduct } from './relay-product.ts';
import type { SpoolFile } from './spool/file/spool-file.ts';

/** What the relay's modules are made over; a spec may bring its own of each. */
export interface RelayParts {
  readonly config: RelayConfig;
  /** ERRATA_SECRET, or what a file of the data folder has. */
  readonly secret: string;
  /** Absent, as are the stores, where nothing is processed. */
  readonly database?: Pick<Database, 'kind' | 'migrate' | 'requireKnown' | 'close'>;
  readonly stores?: Stores;
  readonly spoolFile: SpoolFile;
  readonly clock: Clock;
  readonly pause: Pause;
  readonly monitoring: Monitoring;
  readonly product: RelayProduct;
}
