import type { Capability } from '#persistence/stores';
import { OperatorAlertStore } from './operator-alert.store.ts';
import { createOperatorAlerts } from './migrations/0030-create-operator-alerts.ts';
import { tables } from './operator-alert.tables.ts';

export const operatorAlerts = {
  tables,
  migrations: [createOperatorAlerts],
  stores: {
    operatorAlerts: {
      port: OperatorAlertStore,
      open: (database, settings) => new OperatorAlertStore(database, settings),
    },
  },
} as const satisfies Capability;
