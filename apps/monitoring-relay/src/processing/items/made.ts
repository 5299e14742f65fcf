import type { ItemPlace, MadeItem, Mistake } from '#product/recording/reports/relay';
import type { GroupedEvent } from '#product/recording/reports';
import type { EventSource, Mapped } from '#events';
import type { FilterName, ItemKind } from '#shared';

export const sources: Readonly<Record<string, EventSource>> = {
  event: 'event',
  raw_security: 'csp',
};

export interface EventPlace extends ItemPlace {
  /** Index among the events of the report. */
  readonly index: number;
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

export type MadeEvent =
  | { readonly ok: true; readonly event: GroupedEvent }
  | { readonly ok: true; readonly filtered: Filtered; readonly eventId: string }
  | Mistake;

export type Made =
  | Exclude<MadeEvent, Mistake>
  | { readonly ok: true; readonly item: MadeItem }
  | { readonly ok: true; readonly empty: ItemKind }
  | NotMade;

export interface Unmapped {
  readonly mapping: Promise<Mapped | undefined>;
  readonly finish: (mapped: Mapped | undefined) => MadeEvent;
}
