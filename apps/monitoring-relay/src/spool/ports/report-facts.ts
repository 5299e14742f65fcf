import type { ReportContents } from '../../outcomes/report-contents.ts';

/** What is known of a report from its arrival on. */
export interface ReportFacts {
  readonly projectId: number;
  /** By which its sender reports; empty of tallies. */
  readonly publicKey: string;
  /** The id its sender was told: 32 lower-case hex digits; absent when it holds no event. */
  readonly eventId?: string;
  readonly receivedAtMs: number;
  /** IP address of who sent it; absent where it is not known, or nothing of it could ask for it. */
  readonly senderAddress?: string;
  /** What it held when it came: the body has what is kept of it. Empty of tallies. */
  readonly contents: ReportContents;
  /** The decoded envelope: its header and the items that are kept, byte for byte. Empty when a file has it. */
  readonly body: Buffer;
}
