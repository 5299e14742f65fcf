import type { Generated } from 'kysely';

export interface FeedbackTable {
  readonly id: Generated<number>;
  readonly project_id: number;
  readonly source: 'feedback' | 'user_report';
  /** A user report has the id of its event, because an event has at most one user report. */
  readonly feedback_id: string;
  readonly event_id: string | null;
  readonly name: string | null;
  readonly email: string | null;
  readonly url: string | null;
  readonly message: string;
  readonly received_at: number;
  /** Time by the clock of the machine that wrote the row. */
  readonly written_at: number;
  /** 1 once a later check has found the event. */
  readonly is_checked: Generated<0 | 1>;
  /** Null while the feedback is open. */
  readonly done_at: Generated<number | null>;
  /** Time at which reopened feedback had been done before. `done_by` still says by whom. */
  readonly was_done_at: Generated<number | null>;
  readonly done_by: Generated<number | null>;
  readonly assignee_id: Generated<number | null>;
}

export const tables = ['feedback'] as const;

declare module '#persistence/stores' {
  interface Schema {
    readonly feedback: FeedbackTable;
  }
}
