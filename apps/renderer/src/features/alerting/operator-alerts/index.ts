export { OperatorAlertsModule } from './operator-alerts.module.ts';
