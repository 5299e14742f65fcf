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
  /** Of an event, and of what users said about it; those that came first, first. */
  abstract list(projectId: number, eventId: string): Promise<Attachment[]>;

  /** Undefined when there is none such with an event of that issue. */
  abstract find(issueId: number, attachmentId: number): Promise<Attachment | undefined>;

  /** Its bytes, a piece at a time, each read when it is asked for. Ends early when it is deleted meanwhile. */
  abstract read(attachmentId: number): AsyncGenerator<Buffer>;
}
