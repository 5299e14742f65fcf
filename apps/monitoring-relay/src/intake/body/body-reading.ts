import type { KindCounts, ReportContents } from '../../outcomes/report-contents.ts';
import type { Refusal } from '../refusal.ts';

export interface Opened {
  readonly ok: true;
  readonly eventId: string | undefined;
  /** Number of kept items. When it is 0, the body is not written. */
  readonly items: number;
  readonly contents: ReportContents;
  /** Items refused because the sender is over the limit. The other items are accepted. */
  readonly heldBack?: KindCounts;
  /** Number of attachments refused because the project has used up its storage. */
  readonly overBudget?: number;
}

/** Receives a decoded body while it arrives. Must not be used after it has refused. */
export interface BodyReading {
  push(chunk: Buffer): Refusal | undefined;
  /**
   * Resolves when more may be pushed, and never rejects. Undefined when more may be pushed at once.
   */
  readonly behind: Promise<void> | undefined;
  finish(): Promise<Opened | Refusal>;
}
