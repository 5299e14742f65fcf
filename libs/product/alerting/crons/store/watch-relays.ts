import type { Transaction } from 'kysely';
import { monitorLimits } from '#shared';
import type { Schema } from '#persistence/stores';
import type { JudgedTimes, Watch } from './monitor.types.ts';

const FORGOTTEN_MS = 600_000;

/**
 * Records that this relay is present. Returns until when all present relays have recorded their
 * check-ins, and since when a relay was always present. A run that was due while no relay was
 * present does not count as a failure.
 */
export async function watchRelays(
  transaction: Transaction<Schema>,
  { relay, nowMs, recordedUntilMs }: Watch,
): Promise<JudgedTimes> {
  const { awayMs, arrivingMs } = monitorLimits;
  const present = await transaction
    .selectFrom('monitor_watches')
    .select(['relay', 'awake_since', 'recorded_until'])
    .where('seen_at', '>=', nowMs - awayMs)
    .execute();
  const awakeSinceMs = Math.min(nowMs, ...present.map(({ awake_since }) => awake_since));
  // Reports that arrived just now may not be in the spool yet.
  const ownUntilMs = Math.min(recordedUntilMs, nowMs - arrivingMs);
  const row = { seen_at: nowMs, awake_since: awakeSinceMs, recorded_until: ownUntilMs };
  await transaction
    .insertInto('monitor_watches')
    .values({ relay, ...row })
    .onConflict((conflict) => conflict.column('relay').doUpdateSet(row))
    .execute();
  await transaction
    .deleteFrom('monitor_watches')
    .where('seen_at', '<', nowMs - FORGOTTEN_MS)
    .execute();
  const others = present.filter((each) => each.relay !== relay);
  return {
    nowMs,
    awakeSinceMs,
    untilMs: Math.min(ownUntilMs, ...others.map(({ recorded_until }) => recorded_until)),
  };
}
