import type { ReportContents } from '../../outcomes/report-contents.ts';

export interface ReportFacts {
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
  /** Name of the renderer's request that brought the report. The renderer may send it twice. */
  readonly request?: string;
  /**
   * Items that were counted when the report arrived. The body contains only the kept items. Empty
   * for a report with tallies.
   */
  readonly contents: ReportContents;
  /**
   * The decoded envelope: its header and the kept items, byte for byte. Empty when the body is in a
   * file.
   */
  readonly body: Buffer;
}
