import type { Transaction } from 'kysely';
import type { Schema } from '#persistence/stores';
import { DAY_MS, compareText } from '#persistence/stores';
import { recordingLimits } from '#product/recording/reports';
import type { CountedNameKind } from './count.tables.ts';

/** Names told at this time are never forgotten. */
export const TOLD_FOR_GOOD_MS = 8_640_000_000_000_000;

export interface ToldName {
  readonly projectId: number;
  readonly kind: CountedNameKind;
  readonly name: string;
}

/**
 * Notes names that a person or a token named, so that no stranger takes their place. Beyond
 * `recordingLimits.countedNames`, those that were told longest ago count as anybody's. A name that
 * was told within a day is not written again.
 */
export async function tellNames(
  transaction: Transaction<Schema>,
  told: readonly ToldName[],
  nowMs: number,
): Promise<void> {
  const toText = ({ kind, name }: ToldName): string => `${kind} ${name}`;
  const sorted = told.toSorted(
    (a, b) => a.projectId - b.projectId || compareText(toText(a), toText(b)),
  );
  for (const { projectId, kind, name } of sorted) {
    const row = { project_id: projectId, kind, name, told_at: nowMs };
    const written = await transaction
      .insertInto('told_names')
      .values(row)
      .onConflict((conflict) =>
        conflict
          .columns(['project_id', 'kind', 'name'])
          .doUpdateSet({ told_at: nowMs })
          .where('told_names.told_at', '<', nowMs - DAY_MS),
      )
      .returning('name')
      .executeTakeFirst();
    if (written) await forgetOldest(transaction, row);
  }
}

async function forgetOldest(
  transaction: Transaction<Schema>,
  { project_id, kind }: { readonly project_id: number; readonly kind: CountedNameKind },
): Promise<void> {
  await transaction
    .deleteFrom('told_names')
    .where('project_id', '=', project_id)
    .where('kind', '=', kind)
    .where('told_at', '<', (names) =>
      names
        .selectFrom('told_names')
        .select('told_at')
        .where('project_id', '=', project_id)
        .where('kind', '=', kind)
        .orderBy('told_at', 'desc')
        .offset(recordingLimits.countedNames[kind] - 1)
        .limit(1),
    )
    .execute();
}
