import type { Generated } from 'kysely';

export interface AttachmentsTable {
  readonly id: Generated<number>;
  readonly project_id: number;
  /** Id of an event or of feedback, which need not be stored. */
  readonly event_id: string;
  /** `origin`, `report_id` and `item` together identify the attachment for ever. */
  readonly origin: string;
  readonly report_id: number;
  readonly item: number;
  /** `pending` until its report is recorded, `dropped` while it is being removed. */
  readonly state: 'pending' | 'kept' | 'dropped';
  readonly name: string;
  readonly content_type: string;
  readonly type: string;
  readonly bytes: number;
  readonly received_at: number;
  /** Time at which a relay last tried to record the attachment. */
  readonly touched_at: number;
  /** 1 once a later check has found the owning event or feedback. */
  readonly is_checked: Generated<0 | 1>;
  /**
   * 1 once a check has found no owner. The file then counts towards the limit of files without an
   * owner in its project.
   */
  readonly is_awaiting: Generated<0 | 1>;
  /**
   * The event that the feedback with which the file was sent is about. The file also counts towards
   * that event's limit for feedback, and goes with the event.
   */
  readonly about_event_id: string | null;
}

export interface AttachmentChunksTable {
  readonly id: Generated<number>;
  readonly attachment_id: number;
  /** Counts from 0. All chunks but the last have `CHUNK_BYTES` bytes. */
  readonly position: number;
  /** Compressed when that is shorter (`packChunk`). */
  readonly body: Buffer;
}

export const tables = ['attachments', 'attachment_chunks'] as const;

declare module '#persistence/stores' {
  interface Schema {
    readonly attachments: AttachmentsTable;
    readonly attachment_chunks: AttachmentChunksTable;
  }
}
