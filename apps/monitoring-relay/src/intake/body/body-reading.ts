import type { KindCounts, ReportContents } from '../../outcomes/report-contents.ts';
import type { Refusal } from '../refusal.ts';

/** A body that is whole: what its sender is told, and what is in it. */
export interface Opened {
  readonly ok: true;
  readonly eventId: string | undefined;
  /** How many items are kept; with none, nothing of the body is. */
  readonly items: number;
  readonly contents: ReportContents;
  /** What is refused of it, because its sender is over the limit; the rest is taken. */
  readonly heldBack?: KindCounts;
  /** Attachments that are refused of it, because nothing more is stored of its project. */
  readonly overBudget?: number;
}

/** What a decoded body goes through while it arrives. After a refusal it is of no more use. */
export interface BodyReading {
  push(chunk: Buffer): Refusal | undefined;
  /** Resolves, never rejects, when more may be pushed; undefined when it may at once. */
  readonly behind: Promise<void> | undefined;
  /** To be called once, when all of it has been pushed. */
  finish(): Promise<Opened | Refusal>;
}
