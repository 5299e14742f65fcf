import type { Capability } from '../../capability.ts';
import { KyselyOperatorAlertStore } from './kysely-operator-alert.store.ts';
import { operatorAlerts as createOperatorAlerts } from './migrations/0048-operator-alerts.ts';
import { OperatorAlertStore } from './operator-alert.store.ts';
import { tables } from './operator-alert.tables.ts';

/** What those who run Errata are told by itself. */
export const operatorAlerts = {
  tables,
  migrations: [createOperatorAlerts],
  stores: {
    operatorAlerts: {
      port: OperatorAlertStore,
      open: (database, settings): OperatorAlertStore =>
        new KyselyOperatorAlertStore(database, settings),
    },
  },
} as const satisfies Capability;
