import type { Transaction } from 'kysely';
import { type DatabaseDialect, Overtaken, type Schema } from '#persistence/stores';
import type { StoredSketches } from './add-to-sketches.ts';
import type { Place } from './day-pairs.ts';

const NO_SKETCHES = {
  users: new Uint8Array(),
  crashed_users: new Uint8Array(),
  errored: new Uint8Array(),
};

/** Makes the row when it is missing, and returns it locked. Settling may delete it meanwhile. */
export async function lockDay(
  { transaction, dialect }: { transaction: Transaction<Schema>; dialect: DatabaseDialect },
  place: Place,
): Promise<StoredSketches> {
  await transaction
    .insertInto('session_days')
    .values({ ...place, ...NO_SKETCHES })
    .onConflict((conflict) =>
      conflict.columns(['project_id', 'starts_at', 'release_id', 'environment_id']).doNothing(),
    )
    .execute();
  const query = transaction
    .selectFrom('session_days')
    .select(['users', 'crashed_users', 'errored'])
    .where('project_id', '=', place.project_id)
    .where('starts_at', '=', place.starts_at)
    .where('release_id', '=', place.release_id)
    .where('environment_id', '=', place.environment_id);
  const row = await (dialect.hasConcurrentWriters ? query.forUpdate() : query).executeTakeFirst();
  if (!row) throw new Overtaken();
  return row;
}
