import type { Selectable } from 'kysely';
import { type Erasure, type ErasureCounts, nothingFound } from './erasure.types.ts';
import type { ErasuresTable } from './erasure.tables.ts';
import type { NameSeal, SealedName } from './name-seal.ts';

export type ErasureRow = Selectable<ErasuresTable>;

export function toErasure(row: ErasureRow, seal: NameSeal): Erasure {
  const { value: name, others = [] } = openName(row, seal) ?? {};
  return {
    id: row.id,
    projectId: row.project_id ?? undefined,
    kind: row.kind,
    name,
    others: others.map(({ value }) => value),
    nameHash: row.name_hash,
    state: row.state,
    total: row.total,
    counts: readCounts(row),
    askedBy: row.asked_by ?? undefined,
    askedAtMs: row.asked_at,
    endedAtMs: row.ended_at ?? undefined,
  };
}

export function readCounts({ counts }: Pick<ErasureRow, 'counts'>): ErasureCounts {
  return { ...nothingFound, ...(JSON.parse(counts) as Partial<ErasureCounts>) };
}

export function addCounts(before: ErasureCounts, more: Partial<ErasureCounts>): ErasureCounts {
  const names = Object.keys(before) as (keyof ErasureCounts)[];
  return Object.fromEntries(
    names.map((name) => [name, before[name] + (more[name] ?? 0)]),
  ) as unknown as ErasureCounts;
}

/** Returns undefined when the name was deleted, or was encrypted with another ERRATA_SECRET. */
export function openName(
  { name, name_hash: nameHash }: Pick<ErasureRow, 'name' | 'name_hash'>,
  seal: NameSeal,
): SealedName | undefined {
  return name === null ? undefined : seal.find(name, nameHash);
}
