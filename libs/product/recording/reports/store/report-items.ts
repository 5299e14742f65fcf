export interface ReceivedAttachment {
  readonly projectId: number;
  /** Id of the event or feedback to which the file belongs; absent when the sender named none. */
  readonly eventId?: string;
  readonly receivedAtMs: number;
  /**
   * Position in the report. The report's identity and this position together identify the
   * attachment.
   */
  readonly item: number;
  readonly name: string;
  readonly contentType: string;
  /** The SDK's attachment type: `event.attachment`, `event.minidump`, … */
  readonly type: string;
  readonly bytes: number;
  /**
   * Reads the bytes in pieces of any size. Callers may read several times and get the same bytes. A
   * piece is valid until the next one is requested.
   */
  readonly read: () => AsyncIterable<Uint8Array>;
}

export interface Feedback {
  readonly projectId: number;
  /** An event has at most one `user_report`: a later one replaces it. */
  readonly source: 'feedback' | 'user_report';
  /** 32 lower-case hex digits. A `user_report` has the id of its event. */
  readonly id: string;
  readonly eventId?: string;
  readonly name?: string;
  readonly email?: string;
  readonly url?: string;
  readonly message: string;
  readonly receivedAtMs: number;
}

/**
 * A report's items other than events, by their kinds. Absent where there are none. Capabilities add
 * their lists with `declare module`.
 */
export interface ReportItems {
  readonly attachments?: readonly ReceivedAttachment[];
  readonly feedback?: readonly Feedback[];
}
