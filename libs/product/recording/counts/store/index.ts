import type { Transaction } from 'kysely';
import { sql } from 'kysely';
import { type Capability, storeOf, type Schema } from '#persistence/stores';
import { CountStore } from './count.store.ts';
import { tables } from './count.tables.ts';
import { createCounts } from './migrations/0024-create-counts.ts';
import { createNameRanks } from './migrations/0052-create-name-ranks.ts';
import { NameStore } from './name.store.ts';

const ROWS = 1000;

/** Removes some ranks of the project. Returns true when it removed any. */
async function removeNamesOfProject(
  transaction: Transaction<Schema>,
  projectId: number,
): Promise<boolean> {
  const { rows } = await sql<{ readonly starts_at: number }>`
    delete from name_days where (project_id, kind, name, starts_at) in (
      select project_id, kind, name, starts_at from name_days
      where project_id = ${projectId} limit ${ROWS}
    ) returning starts_at`.execute(transaction);
  return rows.length > 0;
}

export const counts = {
  tables,
  migrations: [createCounts, createNameRanks],
  stores: { counts: storeOf(CountStore), names: storeOf(NameStore) },
  projectRemoval: [removeNamesOfProject],
} as const satisfies Capability;
