export { tellAlertChange } from './alert-change.ts';
export { looksAtIssues, toReasonText } from './alert-kinds.ts';
export { defaultAlertRule, pausesMinutes, toPauseMinutes } from './alert-rule.ts';
export type { AlertRule, AlertThreshold, CrashFreeLimit } from './alert-rule.ts';
export { toSessionsText, toShareText, toSoundSessions } from './crash-free.ts';
export type { JudgedRelease } from './crash-free.ts';
export { chooseAlerts, defaultPersonalAlerts, personalChoices } from './personal-alerts.ts';
export type { PersonalAlerts } from './personal-alerts.ts';
export { toPauseText, toRuleName, toRuleSentence } from './rule-sentence.ts';
