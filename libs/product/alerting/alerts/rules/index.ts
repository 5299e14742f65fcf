export { restedPace } from './alert-pace.ts';
export { defaultAlertRule, pausesMinutes, toPauseMinutes, toReasonText } from './alert-rule.ts';
export type { AlertRule, AlertThreshold } from './alert-rule.ts';
export { defaultPersonalAlerts, noPersonalAlerts, toEndOfQuiet } from './personal-alerts.ts';
export type { PersonalAlerts } from './personal-alerts.ts';
export { toPauseText, toRuleName, toRuleSentence } from './rule-sentence.ts';
