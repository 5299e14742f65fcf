import type { ReportContents } from '../../outcomes/report-contents.ts';

export interface ReportFacts {
  readonly projectId: number;
  readonly publicKey: string;
  /**
   * The id that the sender was told: 32 lower-case hex digits. Absent when the report contains no
   * event.
   */
  readonly eventId?: string;
  readonly receivedAtMs: number;
  /** IP address of the sender. Absent when unknown, or when no item may ask for it. */
  readonly senderAddress?: string;
  /** Items counted at arrival. The body contains only those that are kept. Empty for tallies. */
  readonly contents: ReportContents;
  /**
   * The decoded envelope: its header and the kept items, byte for byte. Empty when the body is in a
   * file.
   */
  readonly body: Buffer;
}
