import type { Generated } from 'kysely';

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

/** All tables of this capability. */
export const tables = ['attachments', 'attachment_chunks'] as const;

declare module '#persistence/stores' {
  interface Schema {
    readonly attachments: AttachmentsTable;
    readonly attachment_chunks: AttachmentChunksTable;
  }
}
