export { restedPace } from './alert-pace.ts';
export { defaultAlertRule, toReasonText } from './alert-rule.ts';
export type { AlertRule, AlertThreshold } from './alert-rule.ts';
export { defaultPersonalAlerts, noPersonalAlerts, toEndOfQuiet } from './personal-alerts.ts';
export type { PersonalAlerts } from './personal-alerts.ts';
