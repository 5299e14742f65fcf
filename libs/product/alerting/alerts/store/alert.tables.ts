import type { Generated } from 'kysely';
import type { IssueChangeKind } from '../rules/issue-kinds.ts';

export interface AlertRulesTable {
  readonly id: Generated<number>;
  readonly project_id: number;
  readonly name: string;
  readonly is_enabled: number;
  /** JSON of `AlertRule`, without `name` and `isEnabled`. */
  readonly definition: string;
  readonly version: Generated<number>;
  /** 1 for the rule that the project was created with, even after people have changed the rule. */
  readonly is_first: Generated<number>;
}

/**
 * A reason for an alert: a rule fired, or a person did something that others are notified of.
 * Firings of rules also decide when the rule's next alert may be sent.
 */
export interface AlertFiringsTable {
  readonly id: Generated<number>;
  readonly rule_id: number | null;
  readonly user_id: number | null;
  readonly issue_id: number | null;
  /** Id of the person who assigned, mentioned or commented; null for firings of rules. */
  readonly by_user: number | null;
  readonly reason: string;
  readonly at: number;
  /** Later than `at` when a pause or the first hour of a project holds the firing back. */
  readonly due_at: number;
  /** `events.id` of the event that made the rule fire. The event may have been deleted. */
  readonly event_id: number | null;
  readonly environment: string | null;
  readonly release: string | null;
  readonly comment_id: number | null;
  readonly spread_at: number | null;
  /** 1 when it tells that the issue is over. */
  readonly is_end: Generated<number>;
}

/** The latest message of rules about an issue to one destination. */
export interface AlertToldTable {
  /** The same names as in `alert_queues`. */
  readonly destination: string;
  /** Id of the issue, which stays when the issue is deleted. */
  readonly issue_key: number;
  /** Null once the issue is deleted. */
  readonly issue_id: number | null;
  readonly number: number;
  readonly rule_id: number;
  /** `fell`: told and not over. `gone`: deleted since. `over`: its end is told. */
  readonly state: 'fell' | 'gone' | 'over';
  /** 1 when an earlier message about the same problem arrived. */
  readonly was_told: number;
  /** 1 when the message is about this issue alone. */
  readonly is_alone: number;
  readonly message_id: string;
  /** SQLite gives ids of the outbox again, so that `message_id` has to match as well. */
  readonly outbox_id: number;
  readonly fell_at: number;
  readonly told_at: number;
}

/** Changes of issues of which a rule would tell, and has not, since no event counted for it yet. */
export interface AlertUntoldTable {
  readonly issue_id: number;
  readonly rule_id: number;
  /** When the last event of that batch was received. */
  readonly since: number;
  readonly kind: Generated<IssueChangeKind>;
}

/**
 * Counts of events for rules with a threshold, one row for every ten seconds in which events
 * arrived.
 */
export interface AlertMinutesTable {
  readonly rule_id: number;
  /** 0 stands for the whole project. */
  readonly issue_id: number;
  readonly starts_at: number;
  readonly events: number;
}

export interface AlertUsersTable {
  readonly rule_id: number;
  readonly issue_id: number;
  readonly user_hash: string;
  readonly seen_at: number;
}

export interface AlertQueuesTable {
  /** `channel:3` or `user:7`. */
  readonly destination: string;
  readonly firings: string;
  readonly more: Generated<number>;
  readonly pace: string;
  readonly due_at: number | null;
}

/** The last alert of a rule about crash-free sessions. A rule that never told has no row. */
export interface AlertCrashFreeTable {
  readonly rule_id: number;
  readonly is_under: number;
  readonly release: string;
  readonly fell_at: number;
}

/** JSON of `PersonalAlerts`. Only people who changed their settings have a row. */
export interface PersonalAlertsTable {
  readonly user_id: number;
  readonly value: string;
}

export const tables = [
  'alert_rules',
  'alert_firings',
  'alert_untold',
  'alert_minutes',
  'alert_users',
  'alert_queues',
  'alert_crash_free',
  'alert_told',
  'personal_alerts',
] as const;

declare module '#persistence/stores' {
  interface Schema {
    readonly alert_rules: AlertRulesTable;
    readonly alert_firings: AlertFiringsTable;
    readonly alert_untold: AlertUntoldTable;
    readonly alert_minutes: AlertMinutesTable;
    readonly alert_users: AlertUsersTable;
    readonly alert_queues: AlertQueuesTable;
    readonly alert_crash_free: AlertCrashFreeTable;
    readonly alert_told: AlertToldTable;
    readonly personal_alerts: PersonalAlertsTable;
  }
}
