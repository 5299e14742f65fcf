import type { ItemKind } from '#shared';

export type KindCounts = Readonly<Partial<Record<ItemKind, number>>>;

export interface ReportContents {
  readonly kept: KindCounts;
  readonly filtered: KindCounts;
  /** Items that are only forwarded to an upstream and not processed here. */
  readonly passed?: KindCounts;
  /**
   * Indexes of the envelope's items that must still be processed. Absent in every new report, whose
   * items are all processed.
   */
  readonly items?: readonly number[];
  /** Correction of the sender's clock by an earlier report, for logs that do not tell. */
  readonly correctionMs?: number;
}

export const noContents: ReportContents = { kept: {}, filtered: {} };

export function countKinds(kinds: readonly ItemKind[]): KindCounts {
  const counter = new KindCounter();
  for (const kind of kinds) counter.add(kind);
  return counter.counts;
}

export function addKinds(one: KindCounts, other: KindCounts = {}): KindCounts {
  const sums: Partial<Record<ItemKind, number>> = { ...one };
  for (const [kind, count] of Object.entries(other) as [ItemKind, number][]) {
    sums[kind] = (sums[kind] ?? 0) + count;
  }
  return sums;
}

export class KindCounter {
  readonly counts: Partial<Record<ItemKind, number>> = {};
  total = 0;

  add(kind: ItemKind, count = 1): void {
    this.counts[kind] = (this.counts[kind] ?? 0) + count;
    this.total += count;
  }
}

export function isEmpty(counts: KindCounts): boolean {
  return Object.keys(counts).length === 0;
}
