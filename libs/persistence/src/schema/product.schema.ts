import type {
  DiscardReason,
  Ending,
  EventLevel,
  IssueState,
  IssueStatus,
  ItemKind,
  Outcome,
  UnresolvedKind,
} from '#shared';
import type { Generated } from 'kysely';
import type { AccountsSchema } from './accounts.schema.ts';

export interface ProjectsTable {
  readonly id: Generated<number>;
  readonly slug: string;
  readonly name: string;
  readonly created_at: number;
  readonly next_issue_number: Generated<number>;
  /** Null: as the relay is set. */
  readonly reports_per_minute: number | null;
  /** Separated by spaces; null: any. */
  readonly allowed_origins: string | null;
  /** Issues that it may still make, and as of when; null: as many as there may be. */
  readonly new_issues_left: number | null;
  readonly new_issues_left_at: number | null;
}

export interface ProjectKeysTable {
  readonly public_key: string;
  readonly project_id: number;
  /** 0 or 1: SQLite has no boolean. */
  readonly enabled: Generated<number>;
  readonly created_at: number;
  /** Null: as the relay is set. */
  readonly reports_per_minute: number | null;
}

/** What keys and issues count alike. */
interface Counters {
  readonly events: number;
  readonly users: number;
  readonly first_seen_at: number;
  readonly last_seen_at: number;
  readonly first_release: string | null;
  readonly last_release: string | null;
}

/** An `IssueState`: what its kind does not have is null. Read and written by `triage/state-row.ts` alone. */
interface StateColumns {
  readonly status: Generated<IssueStatus>;
  readonly status_kind: Generated<IssueState['kind']>;
  /** Null: since the issue was first seen. */
  readonly status_since: number | null;
  /** A user's id; null when nobody, an event or time, did it. */
  readonly status_by: number | null;
  readonly resolved_release: string | null;
  readonly mute_until: number | null;
  readonly mute_count: number | null;
  readonly mute_baseline: number | null;
  readonly mute_reopens_as: UnresolvedKind | null;
}

/** Its counters are those of its keys, summed; `refreshIssues` keeps them so. */
export interface IssuesTable extends Counters, StateColumns {
  readonly id: Generated<number>;
  readonly project_id: number;
  readonly number: number;
  readonly type: string;
  readonly value: string;
  readonly place: string;
  readonly level: EventLevel;
  /** A user's id. */
  readonly assignee_id: number | null;
}

/** The first place where anything is counted: merging issues only points keys at another issue. */
export interface GroupingKeysTable extends Counters {
  readonly id: Generated<number>;
  readonly project_id: number;
  /** 32 hex digits; other than that once its issue is deleted, so that no event has it. */
  readonly key: string;
  /** Null once its issue is deleted: all that was counted under it is being removed. */
  readonly issue_id: number | null;
}

/** Why an event was counted and its payload not stored. */
export type NotKept = Extract<Ending, { outcome: 'counted' }>['reason'];

/** Reaches its issue through its key. The body is in `event_payloads`, so that rows stay narrow. */
export interface EventsTable {
  readonly id: Generated<number>;
  readonly project_id: number;
  readonly event_id: string;
  readonly grouping_key_id: number;
  readonly received_at: number;
  readonly occurred_at: number;
  readonly level: EventLevel;
  readonly release: string | null;
  readonly environment: string | null;
  readonly trace_id: string | null;
  /** Null of those that have a payload. The others are stubs, without release and environment. */
  readonly not_kept: NotKept | null;
  /** Of stubs: what was sent as the tag `digest`, and who the user was. */
  readonly digest: string | null;
  readonly user_name: string | null;
}

/** Events of a key that were kept whole, in the hour of their receipt that starts then. */
export interface KeptHoursTable {
  readonly grouping_key_id: number;
  readonly starts_at: number;
  /** Empty where the event names none. */
  readonly release: string;
  readonly environment: string;
  readonly events: number;
}

/** One row. */
export interface StorageBudgetTable {
  readonly singleton: 1;
  /** Half of what was free on the disk when it was first looked at; null while that was not needed. */
  readonly measured_bytes: number | null;
  /** STORAGE_BUDGET_BYTES; null: not set. */
  readonly set_bytes: number | null;
}

/** Stored bytes of the reports that a project sent on the UTC day that starts then. */
export interface StorageDaysTable {
  readonly project_id: number;
  readonly starts_at: number;
  readonly bytes: number;
  /** When the first of that day came that was beyond the budget; null: none was. */
  readonly refused_at: number | null;
}

export interface EventPayloadsTable {
  /** `events.id`. */
  readonly id: number;
  readonly encoding: string;
  readonly body: Buffer;
}

/** Events per key and bucket; a bucket is named by the time it starts. */
export interface EventBucketsTable {
  readonly grouping_key_id: number;
  readonly starts_at: number;
  readonly events: number;
}

export interface KeyUsersTable {
  readonly grouping_key_id: number;
  readonly user_hash: string;
}

export interface ProcessedReportsTable {
  readonly origin: string;
  readonly report_id: number;
}

export interface IssueCommentsTable {
  readonly id: Generated<number>;
  readonly issue_id: number;
  /** A user's id. */
  readonly by_user: number;
  readonly at: number;
  /** Empty once it is deleted. */
  readonly body: string;
  readonly edited_at: number | null;
  readonly deleted_at: number | null;
}

/** What happened to an issue, in the order of its ids. */
export interface IssueHistoryTable {
  readonly id: Generated<number>;
  readonly issue_id: number;
  readonly at: number;
  /** A user's id; null when nobody, an event or time, did it. */
  readonly by_user: number | null;
  readonly what: 'state' | 'assignee' | 'comment';
  /** JSON: an `IssueState`, or a user's id; null where nobody was assigned. */
  readonly from_value: string | null;
  readonly to_value: string | null;
  /** `issue_history.id` of what this took back. */
  readonly undoes: number | null;
  readonly comment_id: number | null;
}

/** When a project first saw each of its releases, by the relay's clock. */
export interface ReleasesTable {
  readonly project_id: number;
  readonly release: string;
  readonly first_seen_at: number;
}

/** Items of one key and kind that ended alike, in the minute or hour that starts then. */
export interface OutcomesTable {
  readonly project_id: number;
  readonly starts_at: number;
  /** Empty when it is not known. */
  readonly public_key: string;
  readonly outcome: Outcome;
  /** One of the outcome's own (`outcomeReasons`). */
  readonly reason: string;
  readonly kind: ItemKind;
  readonly quantity: number;
}

/** A file that came with an event. Its bytes are in `attachment_chunks`. */
export interface AttachmentsTable {
  readonly id: Generated<number>;
  readonly project_id: number;
  /** That of an event, or of `feedback`; neither has to be there. */
  readonly event_id: string;
  /** With `report_id` and `item` which it is, for ever. */
  readonly origin: string;
  readonly report_id: number;
  readonly item: number;
  /** `pending` until its report is recorded; `dropped` is being removed. */
  readonly state: 'pending' | 'kept' | 'dropped';
  readonly name: string;
  readonly content_type: string;
  readonly type: string;
  readonly bytes: number;
  readonly received_at: number;
  /** When somebody was last about to record it. */
  readonly touched_at: number;
  /** 1 once the event or feedback was found that it belongs to, some time after it came. */
  readonly is_checked: Generated<0 | 1>;
  /** 1 from when that was looked for in vain: it counts for what may wait in its project. */
  readonly is_awaiting: Generated<0 | 1>;
  /** Of a file that came with feedback: what that is about. Its allowance is used, too. */
  readonly about_event_id: string | null;
}

export interface AttachmentChunksTable {
  readonly id: Generated<number>;
  readonly attachment_id: number;
  /** From 0; all but the last are of `CHUNK_BYTES`. */
  readonly position: number;
  /** Packed where it is shorter than its chunk (`packChunk`). */
  readonly body: Buffer;
}

/** What a user said. */
export interface FeedbackTable {
  readonly id: Generated<number>;
  readonly project_id: number;
  readonly source: 'feedback' | 'user_report';
  /** Of a user report, of which there is one for each event, the event's. */
  readonly feedback_id: string;
  readonly event_id: string | null;
  readonly name: string | null;
  readonly email: string | null;
  readonly url: string | null;
  readonly message: string;
  readonly received_at: number;
  /** By the clock of the machine that wrote it. */
  readonly written_at: number;
  /** 1 once its event was found, some time after it came. */
  readonly is_checked: Generated<0 | 1>;
}

/** Items that the SDK with that key has dropped for that reason, in the minute or hour that starts then. */
export interface DiscardsTable {
  readonly project_id: number;
  readonly starts_at: number;
  readonly public_key: string;
  readonly reason: DiscardReason;
  readonly kind: ItemKind;
  readonly quantity: number;
}

/** Tables of the migration set `product`. */
export interface ProductSchema extends AccountsSchema {
  readonly projects: ProjectsTable;
  readonly project_keys: ProjectKeysTable;
  readonly issues: IssuesTable;
  readonly grouping_keys: GroupingKeysTable;
  readonly events: EventsTable;
  readonly event_payloads: EventPayloadsTable;
  readonly event_hours: EventBucketsTable;
  readonly event_minutes: EventBucketsTable;
  readonly key_users: KeyUsersTable;
  readonly kept_hours: KeptHoursTable;
  readonly storage_budget: StorageBudgetTable;
  readonly storage_days: StorageDaysTable;
  readonly processed_reports: ProcessedReportsTable;
  readonly issue_comments: IssueCommentsTable;
  readonly issue_history: IssueHistoryTable;
  readonly releases: ReleasesTable;
  readonly outcome_hours: OutcomesTable;
  readonly outcome_minutes: OutcomesTable;
  readonly attachments: AttachmentsTable;
  readonly attachment_chunks: AttachmentChunksTable;
  readonly feedback: FeedbackTable;
  readonly discard_hours: DiscardsTable;
  readonly discard_minutes: DiscardsTable;
}
