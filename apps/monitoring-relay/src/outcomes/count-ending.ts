import type { Ending, ItemKind, OutcomeCount } from '#shared';
import type { KindCounts, ReportContents } from './report-contents.ts';

export type Sender = Pick<OutcomeCount, 'projectId' | 'publicKey' | 'atMs'>;

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

/** Counts items that intake drops, because relays do not process their kind. */
export function countFiltered(sender: Sender, { filtered }: ReportContents): OutcomeCount[] {
  return countEnding(sender, { outcome: 'filtered', reason: 'kind' }, filtered);
}

/**
 * Counts all items of a refused report as refused, including items that would have been filtered.
 */
export function countRefused(
  sender: Sender,
  ending: Ending,
  { kept, filtered, passed = {} }: ReportContents,
): OutcomeCount[] {
  return [kept, filtered, passed].flatMap((kinds) => countEnding(sender, ending, kinds));
}

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
