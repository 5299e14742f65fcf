import type { Generated } from 'kysely';

export interface AlertRulesTable {
  readonly id: Generated<number>;
  readonly project_id: number;
  readonly name: string;
  /** 0 or 1. */
  readonly is_enabled: number;
  /** An `AlertRule` as JSON, without its name and whether it is enabled. */
  readonly definition: string;
  /** How often it was changed. */
  readonly version: Generated<number>;
  /** 0 or 1: the project began with it, whatever people have changed of it since. */
  readonly is_first: Generated<number>;
}

/** What a rule, or what a person did, tells of an issue. Those of rules say which pause for which issue and reason. */
export interface AlertFiringsTable {
  readonly id: Generated<number>;
  /** Null of what one person is told. */
  readonly rule_id: number | null;
  /** Who is told; null of what a rule tells its destinations. */
  readonly user_id: number | null;
  /** Null: it is about the whole project. */
  readonly issue_id: number | null;
  /** Who did what a person is told. */
  readonly by_user: number | null;
  /** A `FiringReason` as JSON. */
  readonly reason: string;
  readonly at: number;
  /** Not before then it is told: later than `at` where a pause or the first hour of a project holds it back. */
  readonly due_at: number;
  /** `events.id` of the event over which the rule fired; that may be removed by now. */
  readonly event_id: number | null;
  readonly environment: string | null;
  readonly release: string | null;
  /** The comment that a person is told of. */
  readonly comment_id: number | null;
  /** When it was put into the queues of its destinations. */
  readonly spread_at: number | null;
}

/** A new issue that a rule has not told yet: too quiet, or in other environments alone. */
export interface AlertUntoldTable {
  readonly issue_id: number;
  readonly rule_id: number;
  readonly since: number;
}

/** Events that count for a rule with a threshold, by ten seconds of their receipt. */
export interface AlertMinutesTable {
  readonly rule_id: number;
  /** 0: of any issue of the project. */
  readonly issue_id: number;
  readonly starts_at: number;
  readonly events: number;
}

/** When users were last met, for a rule with a threshold of users. */
export interface AlertUsersTable {
  readonly rule_id: number;
  /** 0: in any issue of the project. */
  readonly issue_id: number;
  readonly user_hash: string;
  readonly seen_at: number;
}

/** What waits for a destination, and how fast it is told. */
export interface AlertQueuesTable {
  /** `channel:3` or `user:7`. */
  readonly destination: string;
  /** Ids of firings as JSON, the first ones. */
  readonly firings: string;
  /** How many more there were. */
  readonly more: Generated<number>;
  /** An `AlertPace` as JSON. */
  readonly pace: string;
  /** Null while nothing waits. */
  readonly due_at: number | null;
}

/** A `PersonalAlerts` as JSON, of those who have changed it. */
export interface PersonalAlertsTable {
  readonly user_id: number;
  readonly value: string;
}

/** All tables of this capability. */
export const tables = [
  'alert_rules',
  'alert_firings',
  'alert_untold',
  'alert_minutes',
  'alert_users',
  'alert_queues',
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
    readonly personal_alerts: PersonalAlertsTable;
  }
}
