import type { Database } from '#persistence';
import type { Stores } from '#product';
import type { Clock } from '#shared';
import type { Pause } from '#telemetry/plain';
import type { RelayConfig } from './config/relay-config.ts';
import type { DatabaseDamage } from './database/database-damage.ts';
import type { Monitoring } from './monitoring/monitoring.ts';
import type { RelayProduct } from './relay-product.ts';
import type { SpoolFile } from './spool/file/spool-file.ts';

export interface RelayParts {
  readonly config: RelayConfig;
  readonly secret: string;
  readonly database?: Pick<Database, 'kind' | 'migrate' | 'requireKnown' | 'close'>;
  readonly stores?: Stores;
  readonly damage: DatabaseDamage;
  readonly spoolFile: SpoolFile;
  readonly clock: Clock;
  readonly pause: Pause;
  readonly monitoring: Monitoring;
  readonly product: RelayProduct;
}
