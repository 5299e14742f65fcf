import type { AlertRule, FiringReason } from './alert-rule.ts';
import type { PersonalChoice } from './personal-alerts.ts';

/** How one kind of alert is found in a rule, judged against others, and put into words. */
export interface AlertKind<Reason extends FiringReason = FiringReason> {
  /** Firings of a lower rank come first in a message. */
  readonly rank: number;
  /** The choice by which people decline mail about these alerts. */
  readonly choice: PersonalChoice;
  /** Says why: `new`, `500 events in 5 minutes`. */
  readonly words: (reason: Reason) => string;
  /** Returns what a rule looks at. Absent for alerts that people cause and no rule. */
  readonly trigger?: (rule: Omit<AlertRule, 'name'>) => Trigger | undefined;
  /** True when the alert still matters after its issue is resolved. */
  readonly outlivesIssue?: true;
  /**
   * Says what an incident is about. A firing with an incident goes out in a message of its own, and
   * no full queue drops it, because an incident that it ends would stay open.
   */
  readonly incident?: (fired: FiredIncident<Reason>) => Incident;
}

export interface Trigger {
  /** `state` is a state of an issue, and its words complete "an issue is …". */
  readonly of: 'state' | 'issue' | 'project' | 'sessions';
  readonly words: string;
}

export interface FiredIncident<Reason extends FiringReason = FiringReason> {
  readonly reason: Reason;
  readonly ruleId?: number;
  readonly release?: string;
}

export interface Incident {
  readonly id: string;
  readonly level: 'error' | 'ok';
  readonly lines: readonly string[];
  /** The page of the release, unless its name allows none. */
  readonly path?: string;
}
