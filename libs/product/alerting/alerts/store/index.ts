import { type Capability, storeOf } from '#persistence/stores';
import { tellAlertChange } from '../rules/index.ts';
import { AlertRuleStore } from './alert-rule.store.ts';
import { AlertStore } from './alert.store.ts';
import { judgeRules } from './judge-rules.ts';
import { PersonalAlertStore } from './personal-alert.store.ts';
import { createAlerts } from './migrations/0028-create-alerts.ts';
import { switchOffRulesOfNoEnvironment } from './migrations/0043-switch-off-rules-of-no-environment.ts';
import { createAlertCrashFree } from './migrations/0051-create-alert-crash-free.ts';
import { tellEnvironmentsOfRules } from './migrations/0053-tell-environments-of-rules.ts';
import { endAlerts } from './migrations/0069-end-alerts.ts';
import { rememberUntoldChanges } from './migrations/0070-remember-untold-changes.ts';
import { insertDefaultRule } from './rule-row.ts';
import { tables } from './alert.tables.ts';

export const alerts = {
  tables,
  migrations: [
    createAlerts,
    switchOffRulesOfNoEnvironment,
    createAlertCrashFree,
    tellEnvironmentsOfRules,
    endAlerts,
    rememberUntoldChanges,
  ],
  stores: {
    alerts: {
      port: AlertStore,
      open: (database, settings) => new AlertStore(database, settings),
    },
    alertRules: storeOf(AlertRuleStore),
    personalAlerts: storeOf(PersonalAlertStore),
  },
  recording: [judgeRules],
  newProject: [insertDefaultRule],
  ofPerson: ['personal_alerts'],
  auditTexts: {
    alert: 'Alerts',
    'alert.added': ({ target, project }) => `added the alert ${target} to ${project}`,
    'alert.changed': tellAlertChange,
    'alert.removed': ({ target, project }) => `removed the alert ${target} of ${project}`,
  },
} as const satisfies Capability;
