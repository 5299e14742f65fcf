import type { Ending, ItemKind, OutcomeCount } from '#shared';
import type { KindCounts, ReportContents } from './report-contents.ts';

/** Whose items they are, and when they came. */
export type Sender = Pick<OutcomeCount, 'projectId' | 'publicKey' | 'atMs'>;

/** One count for each kind. */
export function countEnding(sender: Sender, ending: Ending, kinds: KindCounts): OutcomeCount[] {
  const { projectId, publicKey, atMs } = sender;
  return Object.entries(kinds).map(([kind, quantity]) => ({
    projectId,
    publicKey,
    atMs,
    ...ending,
    kind: kind as ItemKind,
    quantity,
  }));
}

/** Of what nothing shows: it ends where it comes in. */
export function countFiltered(sender: Sender, { filtered }: ReportContents): OutcomeCount[] {
  return countEnding(sender, { outcome: 'filtered', reason: 'kind' }, filtered);
}

/** Of a report that is refused: nothing of it is taken, whatever would have become of it. */
export function countRefused(
  sender: Sender,
  ending: Ending,
  { kept, filtered, passed = {} }: ReportContents,
): OutcomeCount[] {
  return [kept, filtered, passed].flatMap((kinds) => countEnding(sender, ending, kinds));
}

/** Of a report that was acknowledged and is kept aside as a whole. */
export function countFailed(
  sender: Sender,
  reason: Extract<Ending, { outcome: 'failed' }>['reason'],
  contents: ReportContents,
): OutcomeCount[] {
  return [
    ...countEnding(sender, { outcome: 'failed', reason }, contents.kept),
    ...countFiltered(sender, contents),
  ];
}
