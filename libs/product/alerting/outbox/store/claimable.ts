import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { channelLimits } from '#shared';
import { type DatabaseDialect, whereOver } from '#persistence/stores';

/** Longer than any lease of a message. A mail is sent for up to a minute. */
const LONGEST_LEASE_MS = 2 * channelLimits.mailMs;

export function isDue(nowMs: number): RawBuilder<boolean> {
  return whereOver('outbox.due_at', nowMs, channelLimits.putOffMs);
}

/** Whether nobody sends the message now, by the database's clock. */
export function isFree({ nowMs }: DatabaseDialect): RawBuilder<boolean> {
  const isOver = whereOver('outbox.lease_ends_at', nowMs, LONGEST_LEASE_MS);
  return sql`(outbox.lease_ends_at is null or ${isOver})`;
}
