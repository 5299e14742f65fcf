import type {
  CheckIn,
  Feedback,
  GroupedEvent,
  ReceivedAttachment,
} from '#product/recording/reports';
import type { EventSource, Hiding, Mapped } from '#events';
import type { DiscardCount, FilterName, ItemKind } from '#shared';
import type { EnvelopeHeader } from '../../envelope/envelope.ts';
import { toItemKind } from '../../outcomes/item-kind.ts';
import type { SpooledReport } from '../../spool/ports/spool-queue.ts';
import type { SpooledItem } from '../spooled-envelope.ts';

/** Items that become events, by their type. */
export const sources: Readonly<Record<string, EventSource>> = {
  event: 'event',
  raw_security: 'csp',
};

/** Where an item stands, and what holds for all of its report. */
export interface ItemPlace {
  readonly report: SpooledReport;
  readonly header: EnvelopeHeader;
  /** Among all items of the report. */
  readonly item: number;
  /** Among its events. */
  readonly index: number;
  readonly hiding: Hiding;
}

/** Why an event of a report, or the report as a whole, could not be processed. */
export interface Problem {
  /** Kind of the item. */
  readonly kind: ItemKind;
  /** Its place among all items of the report; absent when that cannot be read as an envelope. */
  readonly item?: number;
  readonly reason: string;
  /** Error that the rules threw, which they promise not to; absent for a mistake of the sender. */
  readonly error?: unknown;
}

/** An item that the project filters. */
export interface Filtered {
  readonly kind: ItemKind;
  readonly by: FilterName;
}

export interface NotMade {
  readonly ok: false;
  readonly problem: Problem;
}

/** The outcome of making one item. */
export type Made =
  | { readonly ok: true; readonly event: GroupedEvent }
  | { readonly ok: true; readonly attachment: ReceivedAttachment }
  | { readonly ok: true; readonly feedback: Feedback }
  | { readonly ok: true; readonly checkIn: CheckIn }
  | { readonly ok: true; readonly discards: readonly DiscardCount[] }
  | { readonly ok: true; readonly filtered: Filtered; readonly eventId: string }
  | NotMade;

/** An event whose source maps have been asked for. */
export interface Unmapped {
  readonly mapping: Promise<Mapped | undefined>;
  readonly finish: (mapped: Mapped | undefined) => Made;
}

export function mistake({ type }: Pick<SpooledItem, 'type'>, reason: string): NotMade {
  return { ok: false, problem: { kind: toItemKind(type), reason } };
}
