import type { Hiding } from '#events';
import type { ItemKind, EnvelopeHeader, ItemHeader, ReportIdentity, ReportReceipt } from '#shared';
import type { EventRules } from './project-rule.ts';

export interface SpooledItem extends ItemHeader {
  readonly bytes: number;
  /** Empty for an attachment, which is never held in memory as a whole. */
  readonly payload: Buffer;
  /**
   * Reads the payload in pieces, and may be called repeatedly. A piece is valid only until the next
   * piece is requested. Throws when the body's file cannot be read.
   */
  readonly read: () => AsyncIterable<Buffer>;
}

export interface SentReport extends ReportReceipt, ReportIdentity {
  /** Correction of the sender's clock by an earlier report, for logs that do not tell. */
  readonly contents: { readonly correctionMs?: number };
}

/** Where an item stands, and the rules of its project. */
export interface ItemPlace extends EventRules {
  readonly report: SentReport;
  readonly header: EnvelopeHeader;
  /** Index among all items of the report. */
  readonly item: number;
  /** How many logs or spans the item's header claims. Intake has counted and limited as many. */
  readonly claimed: number;
  readonly hiding: Hiding;
  /** Returns the kind of an item type, or of a category by which SDKs count. */
  readonly toKind: (word: string) => ItemKind;
}
