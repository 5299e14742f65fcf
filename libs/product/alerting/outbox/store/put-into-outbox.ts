import type { Transaction } from 'kysely';
import type { Schema } from '#persistence/stores';
import { inChunks } from '#persistence/stores';

/** What is to be sent, not before `dueMs`. `body` becomes JSON; its kind says who sends it and how it is read. */
export interface OutboxMessage {
  readonly kind: string;
  readonly body: unknown;
  readonly dueMs: number;
}

/**
 * Writes messages in the transaction that gives rise to them: they are sent if that commits, and only then. Resolves with their
 * ids.
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
