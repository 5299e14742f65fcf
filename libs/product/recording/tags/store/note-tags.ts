import { toOccurredAt } from '#product/recording/reports';
import type { Transaction } from 'kysely';
import type { Schema } from '#persistence/stores';
import type { RecordingStep } from '#product/recording/steps';
import { type TaggedEvent, writeEntries } from './journal.ts';

const NO_TAGS: ReadonlyMap<string, string> = new Map();

/** One row for the whole batch: counts by tag are made of it by a job, since each event would change a dozen of them. */
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

/** Has events counted by their tags, or taken off again, by the job that folds. */
export async function writeJournal(
  transaction: Transaction<Schema>,
  events: readonly TaggedEvent[],
): Promise<void> {
  const entries = writeEntries(events);
  if (entries === undefined) return;
  await transaction.insertInto('tag_journal').values({ entries }).execute();
}
