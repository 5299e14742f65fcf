import type { ItemKind } from '#shared';

export type KindCounts = Readonly<Partial<Record<ItemKind, number>>>;

/** How many items a report holds, by what is done with them. */
export interface ReportContents {
  readonly kept: KindCounts;
  readonly filtered: KindCounts;
  /** Kept for another service alone: nothing here shows them. */
  readonly passed?: KindCounts;
  /** Places, in the envelope, of those that are still to be processed: all when absent, as of every new report. */
  readonly items?: readonly number[];
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
