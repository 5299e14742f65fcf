export { AlertsModule } from './alerts.module.ts';
