import type {
  CheckIn,
  Feedback,
  GroupedEvent,
  LogItem,
  ReceivedAttachment,
  SessionItem,
  SpanItem,
} from '#product/recording/reports';
import type { SpanRules } from '#product/recording/reports/relay';
import type { EventFilter, EventSource, Hiding, Mapped } from '#events';
import type { DiscardCount, FilterName, ItemKind, LogSettings } from '#shared';
import type { EnvelopeHeader } from '../../envelope/envelope.ts';
import { toItemKind } from '../../outcomes/item-kind.ts';
import type { SpooledReport } from '../../spool/ports/spool-queue.ts';
import type { SpooledItem } from '../spooled-envelope.ts';

export const sources: Readonly<Record<string, EventSource>> = {
  event: 'event',
  raw_security: 'csp',
};

export interface ItemPlace {
  readonly report: SpooledReport;
  readonly header: EnvelopeHeader;
  readonly item: number;
  readonly index: number;
  readonly hiding: Hiding;
  readonly filter?: EventFilter | undefined;
  readonly logs?: LogSettings | undefined;
  readonly spans?: SpanRules | undefined;
}

export interface Problem {
  readonly kind: ItemKind;
  /** Index among all items of the report; absent when the report is not a readable envelope. */
  readonly item?: number;
  readonly reason: string;
  /** An unexpected error in Errata's own code; absent when the sender made the mistake. */
  readonly error?: unknown;
}

export interface Filtered {
  readonly kind: ItemKind;
  readonly by: FilterName;
}

export interface NotMade {
  readonly ok: false;
  readonly problem: Problem;
}

export type Made =
  | { readonly ok: true; readonly event: GroupedEvent }
  | { readonly ok: true; readonly attachment: ReceivedAttachment }
  | { readonly ok: true; readonly feedback: Feedback }
  | { readonly ok: true; readonly checkIn: CheckIn }
  | { readonly ok: true; readonly session: SessionItem }
  | { readonly ok: true; readonly log: LogItem }
  | { readonly ok: true; readonly span: SpanItem }
  | { readonly ok: true; readonly discards: readonly DiscardCount[] }
  | { readonly ok: true; readonly filtered: Filtered; readonly eventId: string }
  /** The item has no content, so that no later version could store it. */
  | { readonly ok: true; readonly empty: ItemKind }
  | NotMade;

export interface Unmapped {
  readonly mapping: Promise<Mapped | undefined>;
  readonly finish: (mapped: Mapped | undefined) => Made;
}

export function mistake({ type }: Pick<SpooledItem, 'type'>, reason: string): NotMade {
  return { ok: false, problem: { kind: toItemKind(type), reason } };
}
