import { toOccurredAt } from '#product/recording/reports';
import type { Transaction } from 'kysely';
import type { Schema } from '#persistence/stores';
import type { RecordingStep } from '#product/recording/steps';
import { type TaggedEvent, writeEntries } from './journal.ts';

const NO_TAGS: ReadonlyMap<string, string> = new Map();

/**
 * Writes few rows of the journal for the whole batch. A job adds the journal to the counts by tag
 * later, because each event would change a dozen counts.
 */
export const noteTags: RecordingStep = {
  locks: 'belongings',
  async run({ transaction, events }) {
    const tagged = [...events].map(([grouped, { keyId }]) => ({
      keyId,
      occurredAtMs: toOccurredAt(grouped),
      tags: grouped.event.tags ?? NO_TAGS,
    }));
    await writeJournal(transaction, tagged);
  },
};

/** Adds events to the journal, or subtracts them. The folding job counts them later. */
export async function writeJournal(
  transaction: Transaction<Schema>,
  events: readonly TaggedEvent[],
): Promise<void> {
  const rows = writeEntries(events).map((entries) => ({ entries }));
  if (rows.length > 0) await transaction.insertInto('tag_journal').values(rows).execute();
}
