import type { OutcomeCount } from '#shared';
import { compareText } from '#persistence/stores';
import type { RecordingStep } from '#product/recording/steps';
import type { CheckIn } from './check-in.ts';
import { findEnvironment, type FoundEnvironment, type LimitReached } from './find-environment.ts';
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
  async run({ transaction, dialect, nowMs, reports, changed, outcomes }) {
    const sent = reports
      .flatMap(({ publicKey, checkIns = [] }) =>
        checkIns.map((checkIn) => ({ checkIn, publicKey })),
      )
      .toSorted(bySender);
    const batch: CheckInBatch = { transaction, dialect, nowMs };
    let before: { readonly key: string; readonly found: Found } | undefined;
    for (const each of sent) {
      changed.add(each.checkIn.projectId);
      const key = toFindingKey(each.checkIn);
      const found = before?.key === key ? before.found : await findEnvironment(batch, each.checkIn);
      before = { key, found };
      outcomes.push({ ...toCount(each), ...(await note(batch, each.checkIn, found)) });
    }
  },
};

type NoteEnding =
  | { readonly outcome: 'stored'; readonly reason: 'taken' }
  | { readonly outcome: 'duplicate'; readonly reason: 'event_id' }
  | LimitReached;

type Found = FoundEnvironment | LimitReached;

/** Says what finding the environment depends on, so that a flood of equal check-ins finds it once. */
function toFindingKey(checkIn: CheckIn): string {
  const { projectId, slug, environment, receivedAtMs, config, problem } = checkIn;
  return JSON.stringify([projectId, slug, environment, receivedAtMs, config, problem]);
}

async function note(
  { transaction }: CheckInBatch,
  checkIn: CheckIn,
  environment: Found,
): Promise<NoteEnding> {
  if ('outcome' in environment) return environment;
  return (await noteRun(transaction, { checkIn, environment }))
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
