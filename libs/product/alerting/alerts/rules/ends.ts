import { alertLimits, formatDuration } from '#shared';
import type { IssueState } from '#shared';
import type { AlertKind } from './alert-kind.ts';
import type { AlertRule, OverReason } from './alert-rule.ts';

export const overKind: AlertKind<OverReason> = {
  rank: 5,
  choice: 'ofProjects',
  words: ({ how }) => (how === 'recovered' ? 'runs again' : how),
};

/** Says more than `words`: `resolved by Ann in release 1.4.2 by the commit 2f4a9c1 after 2 hours`. */
export function toEndText(
  reason: OverReason,
  { by, lastedMs }: { readonly by?: string | undefined; readonly lastedMs?: number | undefined },
): string {
  const { release, afterRelease, commit } = reason;
  return [
    overKind.words(reason),
    by !== undefined && `by ${by}`,
    release !== undefined && `in release ${release}`,
    afterRelease !== undefined && `in the release after ${afterRelease}`,
    commit !== undefined && `by the commit ${commit.slice(0, COMMIT_LENGTH)}`,
    lastedMs !== undefined && `after ${formatDuration(lastedMs)}`,
  ]
    .filter((part) => part !== false)
    .join(' ');
}

const COMMIT_LENGTH = 12;

/** Returns the end that a change of an issue's state is, if it is one. */
export function findEnd(from: IssueState, to: IssueState): OverReason | undefined {
  if (from.status !== 'unresolved' || to.status === 'unresolved') return undefined;
  if (to.status === 'muted') return { kind: 'over', how: 'muted' };
  const end = { kind: 'over', how: 'resolved' } as const;
  if (to.kind === 'now') return end;
  if (to.kind === 'nextRelease') return { ...end, afterRelease: to.release };
  return { ...end, release: to.release, commit: to.commit };
}

/** Whether a destination of the rule hears this end, if it was told of the issue. */
export function isEndWanted(
  { onOver }: Pick<AlertRule, 'onOver'>,
  { how }: OverReason,
  isPager: boolean,
): boolean {
  return isPager || how === 'recovered' || onOver === true;
}

/** The latest message about an issue to one destination. */
export interface ToldAlert {
  readonly state: 'fell' | 'gone' | 'over';
  readonly toldMs: number;
  /** True when an earlier message about the same problem arrived. */
  readonly wasTold: boolean;
  /** True when the message is about this issue alone. */
  readonly isAlone: boolean;
  /** `unsent`: waits, and surely nobody has it. `unclear`: waits, and may have arrived. */
  readonly message: 'sent' | 'failed' | 'unsent' | 'unclear';
}

/**
 * Decides about an end. `drop`: nobody was told of the issue, or it fell again. `wait`: the fall goes
 * first. `cancel`: the fall is not sent any more, and the end only where an earlier one arrived.
 */
export function judgeEnd(
  told: ToldAlert | undefined,
  {
    isOver,
    atMs,
    isMerged,
  }: { readonly isOver: boolean; readonly atMs: number; readonly isMerged: boolean },
): 'tell' | 'wait' | 'cancel' | 'drop' {
  if (!told || !isOver || told.state === 'over') return 'drop';
  if (told.toldMs < atMs - alertLimits.keptMs) return 'drop';
  const { message, isAlone, wasTold } = told;
  if (message === 'sent' || (message === 'failed' && wasTold)) return 'tell';
  if (message === 'failed') return 'drop';
  // The issue that goes on may have told nobody, so the alert about the merged one is sent.
  return message === 'unsent' && isAlone && !isMerged ? 'cancel' : 'wait';
}

/**
 * Decides about a fall. `wait`: an earlier message about the issue goes first. `cancel`: that message
 * is an end, and is not sent any more.
 */
export function judgeFall(told: ToldAlert | undefined): 'tell' | 'wait' | 'cancel' {
  if (!told || told.message === 'sent' || told.message === 'failed') return 'tell';
  return told.state === 'over' && told.isAlone ? 'cancel' : 'wait';
}
