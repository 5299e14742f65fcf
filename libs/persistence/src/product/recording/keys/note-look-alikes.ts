import { sql } from 'kysely';
import type { Transaction } from 'kysely';
import type { Schema } from '../../../schema.ts';
import { inChunks } from '../../../statements/chunks.ts';
import { toKeyName } from '../../../statements/key-name.ts';
import type { ResolvedKey } from './find-keys.ts';
import { toLookAlikeRow } from './key-tally.ts';
import type { KeyTally } from './key-tally.ts';

/**
 * Gives keys of before there were look-alike keys those of these events. `rows`, by `toKeyName`, are locked. Keys that were
 * just made have theirs, so nothing is written for most batches.
 */
export async function noteLookAlikes(
  transaction: Transaction<Schema>,
  tallies: readonly KeyTally[],
  rows: ReadonlyMap<string, ResolvedKey>,
): Promise<void> {
  const lacking = tallies.flatMap((tally) => {
    const { id, hasLookAlikes } = rows.get(toKeyName(tally.projectId, tally.key))!;
    return hasLookAlikes ? [] : [{ id, ...toLookAlikeRow(tally) }];
  });
  await inChunks(lacking, async (chunk) => {
    const values = chunk.map(
      ({ id, alike_words, alike_place }) =>
        sql`(cast(${id} as bigint), cast(${alike_words} as text), cast(${alike_place} as text))`,
    );
    await sql`
      update grouping_keys set alike_words = v.column2, alike_place = v.column3
      from (values ${sql.join(values)}) as v
      where grouping_keys.id = v.column1`.execute(transaction);
    return [];
  });
}
