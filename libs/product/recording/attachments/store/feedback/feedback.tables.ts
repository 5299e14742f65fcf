import type { Generated } from 'kysely';

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

/** All tables of this capability. */
export const tables = ['feedback'] as const;

declare module '#persistence/stores' {
  interface Schema {
    readonly feedback: FeedbackTable;
  }
}
