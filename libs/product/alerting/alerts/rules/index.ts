export {
  defaultAlertRule,
  pausesMinutes,
  looksAtIssues,
  toPauseMinutes,
  toReasonText,
} from './alert-rule.ts';
export type { AlertRule, AlertThreshold } from './alert-rule.ts';
export { toSessionsText, toShareText, toSoundSessions } from './crash-free-text.ts';
export type { CrashFreeLimit } from './crash-free-text.ts';
export type { JudgedRelease } from './crash-free.ts';
export { defaultPersonalAlerts, noPersonalAlerts } from './personal-alerts.ts';
export type { PersonalAlerts } from './personal-alerts.ts';
export { toPauseText, toRuleName, toRuleSentence } from './rule-sentence.ts';
