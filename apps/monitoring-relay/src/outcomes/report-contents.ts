import type { ItemKind } from '#shared';

export type KindCounts = Readonly<Partial<Record<ItemKind, number>>>;

/** How many items a report holds, by what is done with them. */
export interface ReportContents {
  readonly kept: KindCounts;
  readonly filtered: KindCounts;
}

export const noContents: ReportContents = { kept: {}, filtered: {} };

export function countKinds(kinds: readonly ItemKind[]): KindCounts {
  const counts: Partial<Record<ItemKind, number>> = {};
  for (const kind of kinds) counts[kind] = (counts[kind] ?? 0) + 1;
  return counts;
}

export function isEmpty(counts: KindCounts): boolean {
  return Object.keys(counts).length === 0;
}
