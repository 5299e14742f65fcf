import type { ErrorCode } from '../errors.ts';
import * as issueLimits from '../limits/issue-limits.ts';
import { isNextRelease } from './base-release.ts';
import type { BaseRelease } from './base-release.ts';
import { compareReleases, isSameVersion } from './compare-releases.ts';
import { toWorse } from './mute-window.ts';
import type { BusiestTimes, MuteWindow } from './mute-window.ts';

/**
 * `sinceMs` is the start of the state. `byUserId` is the person who brought the issue into this
 * state; absent when no person did.
 */
interface Tenure {
  readonly sinceMs: number;
  readonly byUserId?: number;
}

export type UnresolvedKind = 'new' | 'regressed';

/**
 * `regressed`: the issue came back after it was resolved. `new`: any other issue, even when a
 * person reopened it.
 */
export interface UnresolvedState extends Tenure {
  readonly status: 'unresolved';
  readonly kind: UnresolvedKind;
}

export type ResolvedState = Tenure & { readonly status: 'resolved' } & (
    | { readonly kind: 'now' }
    /**
     * The base when the issue was resolved. Pages, and rows of releases up to 0.3.0, have no
     * `bounds`.
     */
    | ({ readonly kind: 'nextRelease' } & Pick<BaseRelease, 'release'> & Partial<BaseRelease>)
    /** `commit` is the id of the commit whose message says that it fixes the issue. */
    | { readonly kind: 'inRelease'; readonly release: string; readonly commit?: string }
  );

export type MutedState = Tenure & {
  readonly status: 'muted';
  /** Kind of the unresolved state to which the issue returns when the mute ends. */
  readonly reopensAs: UnresolvedKind;
} & (
    | { readonly kind: 'time'; readonly untilMs: number }
    /**
     * The mute ends when the issue's count reaches `baseline` plus `count`. `baseline` is the count
     * when the issue was muted. A mute with a window ends when `count` come within the window, and
     * ignores `baseline`.
     */
    | {
        readonly kind: 'events' | 'users';
        readonly count: number;
        readonly baseline: number;
        readonly windowMinutes?: MuteWindow;
      }
    | { readonly kind: 'forever' }
  );

export type IssueState = UnresolvedState | ResolvedState | MutedState;
export type IssueStatus = IssueState['status'];
export type IssueStateName =
  | `unresolved.${UnresolvedKind}`
  | `resolved.${ResolvedState['kind']}`
  | `muted.${MutedState['kind']}`;

/**
 * Change that a person may make. Making the same change again has no effect. A commit of a release
 * resolves issues in it.
 */
export type IssueChange =
  | {
      readonly kind:
        | 'resolve'
        | 'resolveInNextRelease'
        | 'muteUntilWorse'
        | 'muteForever'
        | 'reopen';
    }
  | { readonly kind: 'resolveInRelease'; readonly release: string; readonly commit?: string }
  | { readonly kind: 'muteForTime'; readonly untilMs: number }
  | {
      readonly kind: 'muteUntilEvents' | 'muteUntilUsers';
      readonly count: number;
      readonly windowMinutes?: MuteWindow;
    };

export type ChangeRefusal = Extract<
  ErrorCode,
  'issue.mute_out_of_range' | 'issue.release_invalid' | 'issue.release_unknown'
>;

export interface ChangeFacts {
  readonly nowMs: number;
  /** Absent when a commit of somebody who is not a member makes the change. */
  readonly byUserId?: number;
  readonly events: number;
  readonly users: number;
  /** The result of `findBaseRelease`. Absent when no event of the issue names a release. */
  readonly base?: BaseRelease | undefined;
  /** `muteUntilWorse` goes by them. */
  readonly busiest?: BusiestTimes | undefined;
}

export type ChangeResult =
  | { readonly outcome: 'changed' | 'unchanged'; readonly state: IssueState }
  | { readonly outcome: 'refused'; readonly code: ChangeRefusal };

/** Facts about new events of an issue, without duplicates. */
export interface EventFacts {
  readonly nowMs: number;
  readonly events: number;
  readonly users: number;
  /** Events or users within the window of a mute that has one, since the mute began. */
  readonly withinWindow?: number;
  readonly arrived: readonly { readonly occurredAtMs: number; readonly release?: string }[];
  readonly firstSeenMs: ReadonlyMap<string, number>;
}

export interface IssueTransition {
  readonly change: IssueChange['kind'] | 'regress' | 'endMute' | 'recover' | 'undo';
  readonly by: 'person' | 'person, commit' | 'event' | 'time';
  readonly from: readonly IssueStateName[];
  readonly to: readonly IssueStateName[];
  readonly when: string;
}

const UNRESOLVED = ['unresolved.new', 'unresolved.regressed'] as const;
const RESOLVED = ['resolved.now', 'resolved.nextRelease', 'resolved.inRelease'] as const;
const MUTED = ['muted.time', 'muted.events', 'muted.users', 'muted.forever'] as const;

export const issueStateNames: readonly IssueStateName[] = [...UNRESOLVED, ...RESOLVED, ...MUTED];
export const issueStatuses: readonly IssueStatus[] = ['unresolved', 'resolved', 'muted'];

/** All transitions between states. No other transition happens. */
export const issueTransitions: readonly IssueTransition[] = [
  {
    change: 'resolve',
    by: 'person',
    from: issueStateNames.filter((name) => name !== 'resolved.now'),
    to: ['resolved.now'],
    when: 'always',
  },
  {
    change: 'resolveInNextRelease',
    by: 'person',
    from: issueStateNames,
    to: ['resolved.nextRelease'],
    when: 'an event of the issue names a release, and the issue is not resolved in the one after it',
  },
  {
    change: 'resolveInRelease',
    by: 'person, commit',
    from: issueStateNames,
    to: ['resolved.inRelease'],
    when: 'the issue is not resolved in that release; a commit resolves an issue once',
  },
  {
    change: 'muteForTime',
    by: 'person',
    from: issueStateNames,
    to: ['muted.time'],
    when: 'the issue is not muted until that time',
  },
  {
    change: 'muteUntilEvents',
    by: 'person',
    from: issueStateNames,
    to: ['muted.events'],
    when: 'the issue is not muted until so many events, in the same window if any',
  },
  {
    change: 'muteUntilWorse',
    by: 'person',
    from: issueStateNames,
    to: ['muted.events'],
    when: 'the issue is not muted until that number of events, which is over five times its busiest hour or day of a week',
  },
  {
    change: 'muteUntilUsers',
    by: 'person',
    from: issueStateNames,
    to: ['muted.users'],
    when: 'the issue is not muted until so many users, in the same window if any',
  },
  {
    change: 'muteForever',
    by: 'person',
    from: issueStateNames.filter((name) => name !== 'muted.forever'),
    to: ['muted.forever'],
    when: 'always',
  },
  { change: 'reopen', by: 'person', from: RESOLVED, to: ['unresolved.new'], when: 'always' },
  {
    change: 'reopen',
    by: 'person',
    from: MUTED,
    to: UNRESOLVED,
    when: 'always; the issue is regressed again if it was regressed when it was muted',
  },
  {
    change: 'undo',
    by: 'person',
    from: issueStateNames,
    to: issueStateNames,
    when: 'a person changed the state last: back to the state before, as it was',
  },
  {
    change: 'regress',
    by: 'event',
    from: ['resolved.now'],
    to: ['unresolved.regressed'],
    when: 'an event occurred later than the resolution',
  },
  {
    change: 'regress',
    by: 'event',
    from: ['resolved.nextRelease'],
    to: ['unresolved.regressed'],
    when: 'one occurred later, in a release that its environments did not have at the resolution, and that is not older than the one that most of its events of that package name',
  },
  {
    change: 'regress',
    by: 'event',
    from: ['resolved.inRelease'],
    to: ['unresolved.regressed'],
    when: 'one occurred later, in that release or a newer one',
  },
  {
    change: 'endMute',
    by: 'event',
    from: ['muted.events'],
    to: UNRESOLVED,
    when: 'the chosen number of further events came, within the window if there is one; the issue is regressed again if it was regressed when it was muted',
  },
  {
    change: 'endMute',
    by: 'event',
    from: ['muted.users'],
    to: UNRESOLVED,
    when: 'the chosen number of further users met it, or of users within the window if there is one; the issue is regressed again if it was regressed when it was muted',
  },
  {
    change: 'endMute',
    by: 'time',
    from: ['muted.time'],
    to: UNRESOLVED,
    when: 'the chosen time has passed; the issue is regressed again if it was regressed when it was muted',
  },
  {
    change: 'recover',
    by: 'event',
    from: UNRESOLVED,
    to: ['resolved.now'],
    when: 'the cron monitor that it is of has recovered',
  },
];

export function toStateName({ status, kind }: IssueState): IssueStateName {
  return `${status}.${kind}` as IssueStateName;
}

/**
 * Returns the state at `nowMs`. A mute whose time has passed is over, even when the stored state is
 * still muted.
 */
export function toCurrentState(state: IssueState, nowMs: number): IssueState {
  if (state.status !== 'muted' || state.kind !== 'time' || state.untilMs > nowMs) return state;
  return toReopened(state.reopensAs, state.untilMs);
}

export function applyChange(
  state: IssueState,
  change: IssueChange,
  facts: ChangeFacts,
): ChangeResult {
  const code = findRefusal(change, facts);
  if (code !== undefined) return { outcome: 'refused', code };
  if (!allows(state, change.kind)) return { outcome: 'unchanged', state };
  const target = toTarget(state, change, facts);
  if (isSameRequest(state, target)) return { outcome: 'unchanged', state };
  return { outcome: 'changed', state: target };
}

/**
 * Returns the state after events arrived, or the same object when nothing changes. An event without
 * a release may come from any version, so it never reopens an issue that was resolved by release.
 */
export function applyEvents(stored: IssueState, facts: EventFacts): IssueState {
  const state = toCurrentState(stored, facts.nowMs);
  if (state.status === 'resolved' && listReturned(state, facts).length > 0) {
    return toReopened('regressed', facts.nowMs);
  }
  if (state.status === 'muted' && isCountReached(state, facts)) {
    return toReopened(state.reopensAs, facts.nowMs);
  }
  return state;
}

/**
 * Returns the release of the event that reopens a resolved issue: the earliest one that came back.
 * Returns undefined when that event has no release.
 */
export function findRegressedRelease(state: ResolvedState, facts: EventFacts): string | undefined {
  const [first, ...others] = listReturned(state, facts);
  return others.reduce(
    (earliest, each) => (each.occurredAtMs < (earliest?.occurredAtMs ?? 0) ? each : earliest),
    first,
  )?.release;
}

/**
 * Returns the state after the issue's cron monitor recovered, or the same object when nothing
 * changes. `state` must be the current state (`toCurrentState`).
 */
export function applyRecovery(state: IssueState, nowMs: number): IssueState {
  return allows(state, 'recover') ? { status: 'resolved', kind: 'now', sinceMs: nowMs } : state;
}

function allows(state: IssueState, change: IssueTransition['change']): boolean {
  const name = toStateName(state);
  return issueTransitions.some((row) => row.change === change && row.from.includes(name));
}

function findRefusal(change: IssueChange, facts: ChangeFacts): ChangeRefusal | undefined {
  switch (change.kind) {
    case 'resolveInNextRelease':
      return facts.base ? undefined : 'issue.release_unknown';
    case 'resolveInRelease':
      return isWithin(change.release.trim().length, issueLimits.releaseCharacters)
        ? undefined
        : 'issue.release_invalid';
    case 'muteForTime':
      return refuseOutside(change.untilMs - facts.nowMs, issueLimits.muteMs);
    case 'muteUntilEvents':
      return refuseOutside(change.count, issueLimits.muteEvents);
    case 'muteUntilUsers':
      return refuseOutside(
        change.count,
        change.windowMinutes === undefined ? issueLimits.muteUsers : issueLimits.muteUsersInWindow,
      );
    default:
      return undefined;
  }
}

function refuseOutside(value: number, max: number): ChangeRefusal | undefined {
  return isWithin(value, max) ? undefined : 'issue.mute_out_of_range';
}

function isWithin(value: number, max: number): boolean {
  return Number.isSafeInteger(value) && value >= 1 && value <= max;
}

function toTarget(state: IssueState, change: IssueChange, facts: ChangeFacts): IssueState {
  const { nowMs, byUserId } = facts;
  const tenure = { sinceMs: nowMs, ...(byUserId === undefined ? {} : { byUserId }) };
  const reopensAs = toReopensAs(state);
  const muted = { ...tenure, status: 'muted', reopensAs } as const;
  const resolved = { ...tenure, status: 'resolved' } as const;
  switch (change.kind) {
    case 'resolve':
      return { ...resolved, kind: 'now' };
    case 'resolveInNextRelease':
      return {
        ...resolved,
        kind: 'nextRelease',
        release: facts.base!.release,
        bounds: facts.base!.bounds,
      };
    case 'resolveInRelease':
      return {
        ...resolved,
        kind: 'inRelease',
        release: change.release.trim(),
        ...(change.commit === undefined ? {} : { commit: change.commit }),
      };
    case 'muteForTime':
      return { ...muted, kind: 'time', untilMs: change.untilMs };
    case 'muteUntilEvents':
      return { ...muted, kind: 'events', ...toCount(change), baseline: facts.events };
    case 'muteUntilWorse':
      return { ...muted, kind: 'events', ...toWorse(facts.busiest), baseline: facts.events };
    case 'muteUntilUsers':
      return { ...muted, kind: 'users', ...toCount(change), baseline: facts.users };
    case 'muteForever':
      return { ...muted, kind: 'forever' };
    default:
      return { ...tenure, status: 'unresolved', kind: reopensAs };
  }
}

function toCount({ count, windowMinutes }: Extract<IssueChange, { readonly count: number }>) {
  return { count, ...(windowMinutes === undefined ? {} : { windowMinutes }) };
}

function toReopensAs(state: IssueState): UnresolvedKind {
  if (state.status === 'unresolved') return state.kind;
  return state.status === 'muted' ? state.reopensAs : 'new';
}

function toReopened(kind: UnresolvedKind, sinceMs: number): UnresolvedState {
  return { status: 'unresolved', kind, sinceMs };
}

/**
 * Compares only the parts of two states that are chosen, not author, start and baseline. A person
 * names no commit, and so keeps the one that the state has.
 */
function isSameRequest(state: IssueState, target: IssueState): boolean {
  if (toStateName(state) !== toStateName(target)) return false;
  const chosen = (['release', 'untilMs', 'count', 'windowMinutes'] as const).every(
    (term) => readTerm(state, term) === readTerm(target, term),
  );
  const commit = readTerm(target, 'commit');
  const bounds = (each: IssueState): string => JSON.stringify(readTerm(each, 'bounds') ?? null);
  if (bounds(state) !== bounds(target)) return false;
  return chosen && (commit === undefined || commit === readTerm(state, 'commit'));
}

type Term = 'release' | 'untilMs' | 'count' | 'windowMinutes' | 'commit' | 'bounds';

function readTerm(state: IssueState, term: Term): unknown {
  return (state as Partial<Record<typeof term, unknown>>)[term];
}

/** Lists the events for which a resolved issue is open again. */
function listReturned(
  state: ResolvedState,
  { arrived, firstSeenMs }: EventFacts,
): EventFacts['arrived'] {
  const later = arrived.filter(({ occurredAtMs }) => occurredAtMs > state.sinceMs);
  if (state.kind === 'now') return later;
  return later.filter(({ release }) => {
    if (release === undefined) return false;
    if ('bounds' in state && state.bounds) return isNextRelease(release, state.bounds, firstSeenMs);
    const age = isSameVersion(release, state.release)
      ? 0
      : compareReleases(release, state.release, firstSeenMs);
    return state.kind === 'inRelease' ? age >= 0 : age > 0;
  });
}

/**
 * Without a window, users are counted only up to `issueLimits.muteUsers`, so every mute until a number of users ends
 * at that count.
 */
function isCountReached(
  state: MutedState,
  { events, users, withinWindow = 0 }: EventFacts,
): boolean {
  if (state.kind !== 'events' && state.kind !== 'users') return false;
  if (state.windowMinutes !== undefined) return withinWindow >= state.count;
  if (state.kind === 'events') return events - state.baseline >= state.count;
  return users - state.baseline >= state.count || users >= issueLimits.muteUsers;
}
