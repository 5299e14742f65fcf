import type { Arrival } from '#product/recording/releases';
import type { DifferingTag } from '#product/recording/tags/rules';
import { findLargestUnit, formatPercent } from '#shared';
import type { ShownIssue } from '../../recording/issue-page/index.ts';
import type { SuspectCommit } from '../../recording/suspect-commits/index.ts';
import type { ReasonLine } from './why-now.dto.ts';

/** Tags whose values are understood without the name. */
const NAMELESS = /^(?:environment|(?:browser|os|client_os|runtime|device)(?:\..*)?)$/;

export interface Beginning {
  readonly release: string;
  /** When the issue began, or came back. */
  readonly occurredAtMs: number;
  readonly isReturn: boolean;
}

/** Returns undefined when no event that began the issue, or brought it back, names a release. */
export function findBeginning(issue: ShownIssue): Beginning | undefined {
  const { state, firstRelease, firstSeenMs, regressedRelease } = issue;
  const isReturn = state.status === 'unresolved' && state.kind === 'regressed';
  const release = isReturn ? regressedRelease : firstRelease;
  const occurredAtMs = isReturn ? state.sinceMs : firstSeenMs;
  return release === undefined ? undefined : { release, occurredAtMs, isReturn };
}

/** A project's first release brought everything, so it explains nothing. */
export function listReleaseLines(
  { release, occurredAtMs, isReturn }: Beginning,
  { isFirst, deploy }: Arrival,
): readonly ReasonLine[] {
  if (isFirst && !isReturn) return [];
  const told: ReasonLine = [isReturn ? 'Came back in ' : 'New in ', [release]];
  if (!deploy) return [told];
  const age = toAge(occurredAtMs - deploy.finishedAtMs);
  return [[...told, ', deployed to ', [deploy.environment], ` ${age} before`]];
}

export function toTagLine({ name, value, share, projectShare }: DifferingTag): ReasonLine {
  const named = NAMELESS.test(name) ? value : `${value} (${name})`;
  const ofProject = projectShare === 0 ? 'none' : formatPercent(projectShare, 1);
  return [[`${formatPercent(share, 1)} ${named}`], `, ${ofProject} in the project`];
}

export function toSuspectLine({ subject, shortId, author }: SuspectCommit): ReasonLine {
  const told = [subject === '' ? shortId : subject] as const;
  return author === undefined
    ? ['Suspect commit: ', told]
    : ['Suspect commit by ', [author], ': ', told];
}

function toAge(ms: number): string {
  const size = findLargestUnit(ms);
  return size ? `${size.count} ${size.unit.short}` : 'just';
}
