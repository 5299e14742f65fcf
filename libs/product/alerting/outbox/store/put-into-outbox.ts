import type { Transaction } from 'kysely';
import type { Schema } from '#persistence/stores';
import { inChunks } from '#persistence/stores';

/**
 * A message to send at `dueMs` or later. `kind` decides who sends it and how its `body`, stored as
 * JSON, is read.
 */
export interface OutboxMessage {
  readonly kind: string;
  readonly body: unknown;
  readonly dueMs: number;
}

/**
 * Writes messages in the transaction that causes them, so they are sent exactly when it commits.
 * Returns their ids.
 */
export async function putIntoOutbox(
  transaction: Transaction<Schema>,
  messages: readonly OutboxMessage[],
): Promise<number[]> {
  const rows = messages.map(({ kind, body, dueMs }) => ({
    kind,
    body: JSON.stringify(body),
    due_at: dueMs,
  }));
  const put = await inChunks(rows, (chunk) =>
    transaction.insertInto('outbox').values(chunk).returning('id').execute(),
  );
  return put.map(({ id }) => id);
}
