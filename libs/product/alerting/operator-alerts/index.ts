export { operatorAlerts } from './store/index.ts';
export { OperatorAlertStore } from './store/operator-alert.store.ts';
export type { AlertedCondition } from './store/operator-alert.types.ts';
