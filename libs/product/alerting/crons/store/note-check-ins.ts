import type { OutcomeCount } from '#shared';
import { compareText } from '#persistence/stores';
import type { RecordingStep } from '#product/recording/steps';
import type { CheckIn } from '#product/recording/reports';
import { findEnvironment, type NoRoom } from './find-environment.ts';
import { keepRefused } from './refused-slugs.ts';
import { noteRun } from './note-run.ts';
import type { Noting } from './noting.ts';

interface Sent {
  readonly checkIn: CheckIn;
  readonly publicKey: string;
}

/**
 * Writes down what cron monitors say of their runs, and makes monitors of those that are new, a few an hour. What it means, a job
 * decides (`judgeNext`). Of one environment they are noted in the order in which they came.
 */
export const noteCheckIns: RecordingStep = {
  locks: 'belongings',
  async run({ transaction, dialect, reports, outcomes }) {
    const sent = reports
      .flatMap(({ publicKey, checkIns = [] }) =>
        checkIns.map((checkIn) => ({ checkIn, publicKey })),
      )
      .toSorted(bySender);
    const noting: Noting = { transaction, dialect, refused: [] };
    for (const each of sent) {
      const ending = await note(noting, each.checkIn);
      outcomes.push({ ...toCount(each), ...ending });
    }
    await keepRefused(noting);
  },
};

type NoteEnding =
  | { readonly outcome: 'stored'; readonly reason: 'taken' }
  | { readonly outcome: 'duplicate'; readonly reason: 'event_id' }
  | NoRoom;

async function note(noting: Noting, checkIn: CheckIn): Promise<NoteEnding> {
  const environment = await findEnvironment(noting, checkIn);
  if ('outcome' in environment) return environment;
  return (await noteRun(noting.transaction, { checkIn, environment }))
    ? { outcome: 'stored', reason: 'taken' }
    : { outcome: 'duplicate', reason: 'event_id' };
}

/** In an order that every process shares, so that they cannot deadlock. */
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
