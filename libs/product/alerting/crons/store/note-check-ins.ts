import type { OutcomeCount } from '#shared';
import { compareText } from '#persistence/stores';
import type { RecordingStep } from '#product/recording/steps';
import type { CheckIn } from '#product/recording/reports';
import { findEnvironment, type LimitReached } from './find-environment.ts';
import { keepRefused } from './refused-slugs.ts';
import { noteRun } from './note-run.ts';
import type { CheckInBatch } from './check-in-batch.ts';

interface Sent {
  readonly checkIn: CheckIn;
  readonly publicKey: string;
}

/**
 * Stores check-ins as runs, and creates a few monitors an hour for new slugs. A job later decides
 * how the runs ended (`judgeNext`). Check-ins of one environment stay in the order of their
 * arrival.
 */
export const noteCheckIns: RecordingStep = {
  locks: 'belongings',
  async run({ transaction, dialect, nowMs, reports, outcomes }) {
    const sent = reports
      .flatMap(({ publicKey, checkIns = [] }) =>
        checkIns.map((checkIn) => ({ checkIn, publicKey })),
      )
      .toSorted(bySender);
    const batch: CheckInBatch = { transaction, dialect, nowMs, refused: [] };
    for (const each of sent) {
      const ending = await note(batch, each.checkIn);
      outcomes.push({ ...toCount(each), ...ending });
    }
    await keepRefused(batch);
  },
};

type NoteEnding =
  | { readonly outcome: 'stored'; readonly reason: 'taken' }
  | { readonly outcome: 'duplicate'; readonly reason: 'event_id' }
  | LimitReached;

async function note(noting: CheckInBatch, checkIn: CheckIn): Promise<NoteEnding> {
  const environment = await findEnvironment(noting, checkIn);
  if ('outcome' in environment) return environment;
  return (await noteRun(noting.transaction, { checkIn, environment }))
    ? { outcome: 'stored', reason: 'taken' }
    : { outcome: 'duplicate', reason: 'event_id' };
}

/** Sorts check-ins. All processes lock rows in this order, so they cannot deadlock. */
function bySender({ checkIn: one }: Sent, { checkIn: other }: Sent): number {
  return (
    one.projectId - other.projectId ||
    compareText(one.slug, other.slug) ||
    compareText(one.environment, other.environment)
  );
}

function toCount({ checkIn, publicKey }: Sent): Omit<OutcomeCount, 'outcome' | 'reason'> {
  const { projectId, receivedAtMs: atMs } = checkIn;
  return { projectId, publicKey, kind: 'monitor', atMs, quantity: 1 };
}
