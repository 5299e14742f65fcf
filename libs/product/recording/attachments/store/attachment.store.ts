/** A file that came with an event, or about one. */
export interface Attachment {
  readonly id: number;
  readonly name: string;
  /** As its sender called it: nothing vouches for it. */
  readonly contentType: string;
  readonly type: string;
  readonly bytes: number;
  readonly receivedAtMs: number;
}

/** Files of events. `ReportStore.record` writes them. */
export abstract class AttachmentStore {
  /**
   * Of an event, then of what `FeedbackStore.list` has about it; of each those that came first, first. At most `limit`,
   * `reportLimits.attachmentsPerEvent` when it is not given: anybody can say a lot about one event.
   */
  abstract list(projectId: number, eventId: string, limit?: number): Promise<Attachment[]>;

  /** Undefined when there is none such with an event of that issue. */
  abstract find(issueId: number, attachmentId: number): Promise<Attachment | undefined>;

  /** Its bytes, a piece at a time, each read when it is asked for. Ends early when it is deleted meanwhile. */
  abstract read(attachmentId: number): AsyncGenerator<Buffer>;
}
