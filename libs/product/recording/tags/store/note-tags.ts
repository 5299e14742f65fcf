import { toOccurredAt } from '#product/recording/reports';
import type { RecordingStep } from '#product/recording/steps';
import { writeEntries } from './journal.ts';

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
    const entries = writeEntries(tagged);
    if (entries === undefined) return;
    await transaction.insertInto('tag_journal').values({ entries }).execute();
  },
};
