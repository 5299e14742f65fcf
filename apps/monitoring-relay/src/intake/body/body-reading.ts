import type { EnvelopeHeader } from '#shared';
import type { KindCounts, ReportContents } from '../../outcomes/report-contents.ts';
import type { Refusal } from '../refusal.ts';

export interface Opened {
  readonly ok: true;
  readonly eventId: string | undefined;
  /** Number of items to write to the spool. When it is 0, the body is not written. */
  readonly items: number;
  readonly contents: ReportContents;
  /** Absent for forms other than envelopes. */
  readonly header?: EnvelopeHeader;
  /** Items refused because the sender is over its rate limit. The other items are accepted. */
  readonly heldBack?: KindCounts;
  /** Number of attachments refused because the project has used up its storage. */
  readonly overBudget?: number;
}

/** Receives a decoded body while it arrives. Must not be used after a refusal. */
export interface BodyReading {
  push(chunk: Buffer): Refusal | undefined;
  /** Set while the reading cannot keep up. Resolves when more may be pushed, and never rejects. */
  readonly behind: Promise<void> | undefined;
  finish(): Promise<Opened | Refusal>;
}
