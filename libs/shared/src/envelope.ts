import type { Dsn } from './dsn.ts';

/** The first line of an envelope. Fields of a wrong type are absent. */
export interface EnvelopeHeader {
  readonly eventId?: string;
  readonly dsn?: Dsn;
  readonly traceId?: string;
  /** Part of its traces that the sender keeps, as sent. */
  readonly sampleRate?: string | number;
  /** Unparsed time by the sender's clock. */
  readonly sentAt?: string;
  readonly sdk?: { readonly name: string; readonly version: string };
}

/** The line before an item's bytes. `fields` are the sender's words: read own properties alone. */
export interface ItemHeader {
  readonly type: string;
  readonly fields: Readonly<Record<string, unknown>>;
}

/** Facts that intake has of a report. The sender may have chosen `eventId`. */
export interface ReportReceipt {
  readonly projectId: number;
  readonly publicKey: string;
  /**
   * The event's id, which the relay returned to the sender: 32 lower-case hex digits. Absent when
   * the report contains no event.
   */
  readonly eventId?: string;
  readonly receivedAtMs: number;
  /** IP address of the sender. Absent when unknown, or when no item may need it. */
  readonly senderAddress?: string;
}

export interface ReportIdentity {
  /**
   * Identifies the opening of the spool during which the report was appended: 16 hex digits.
   * `origin` and `id` together are the report's permanent identity.
   */
  readonly origin: string;
  /**
   * A spool file never uses an id twice, but a copy of the file may give the same id to another
   * report.
   */
  readonly id: number;
}
