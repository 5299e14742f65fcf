export { operatorAlerts, OperatorAlertStore } from './store/operator-alert.store.ts';
export type { AlertedCondition } from './store/operator-alert.types.ts';
