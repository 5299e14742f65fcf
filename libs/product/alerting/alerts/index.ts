export { alerts } from './store/index.ts';
export { endAlerts } from './store/end-alerts.ts';
export { AlertRuleStore } from './store/alert-rule.store.ts';
export type {
  PastFiring,
  RuleResult,
  RulePreview,
  RuleSilence,
  StoredAlertRule,
} from './store/alert-rule.types.ts';
export type { AlertStore } from './store/alert.store.ts';
export type { AlertSending, DueAlert, RuleTest, AlertedFiring } from './store/alert.types.ts';
export { notifyAssignee, notifyOfComment } from './store/notify-people.ts';
export { listPersonalAlerts } from './store/personal-alert-row.ts';
export { PersonalAlertStore } from './store/personal-alert.store.ts';
export { UnsubscribeToken } from './store/unsubscribe-token.ts';
