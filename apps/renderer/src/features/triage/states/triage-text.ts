import { errorCatalogue, findOwn } from '#shared';
import type { Triaged } from './triage.service.ts';
import type { TriageChange } from './triage-change.ts';

const DONE: Readonly<Record<string, string>> = {
  resolve: 'resolved',
  resolveInNextRelease: 'resolved in the next release',
  muteForTime: 'muted',
  muteUntilEvents: 'muted',
  muteUntilWorse: 'muted until it gets worse',
  muteUntilUsers: 'muted',
  muteForever: 'muted',
  reopen: 'reopened',
};

export function toTriageText(requested: TriageChange, triaged: Triaged): string {
  const [after, ...others] = triaged.afterReleases;
  const isOne = after !== undefined && others.length === 0;
  const text = toText(
    isOne ? `resolved in the release after ${after}` : toDone(requested),
    triaged,
  );
  return requested.kind === 'assignee' && requested.comment !== undefined
    ? `${text} Comment added.`
    : text;
}

export function toUndoText(triaged: Triaged): string {
  return toText(triaged.changed.length === 1 ? 'as it was' : 'as they were', triaged);
}

export function toDone(requested: TriageChange): string {
  if (requested.kind === 'assignee') {
    return requested.assigneeId === undefined ? 'assigned to nobody' : 'assigned';
  }
  return requested.change.kind === 'resolveInRelease'
    ? `resolved in ${requested.change.release.trim()}`
    : (findOwn(DONE, requested.change.kind) ?? 'changed');
}

export function toText(
  done: string,
  {
    changed,
    unchanged,
    refused,
  }: Pick<Triaged, 'unchanged' | 'refused'> & { changed: { readonly length: number } },
): string {
  const { length } = changed;
  return [
    length > 0 ? `${countIssues(length)} ${done}.` : 'Nothing has changed.',
    ...(unchanged > 0 ? [`${unchanged} needed no change.`] : []),
    ...[...refused].map(
      ([code, count]) => `${count} could not be changed: ${errorCatalogue[code].message}`,
    ),
  ].join(' ');
}

export function countIssues(count: number): string {
  return countWith(count, 'issue', 'issues');
}

function countWith(count: number, one: string, many: string): string {
  return `${count} ${count === 1 ? one : many}`;
}
