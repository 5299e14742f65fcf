import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { channelLimits } from '#shared';
import { whereOver } from '#persistence/stores';

/** Longer than any lease of a message. */
const LONGEST_LEASE_MS = 60_000;

export function isDue(nowMs: number): RawBuilder<boolean> {
  return whereOver('outbox.due_at', nowMs, channelLimits.putOffMs);
}

/** Whether nobody sends the message now. */
export function isFree(nowMs: number): RawBuilder<boolean> {
  const isOver = whereOver('outbox.lease_ends_at', nowMs, LONGEST_LEASE_MS);
  return sql`(outbox.lease_ends_at is null or ${isOver})`;
}
