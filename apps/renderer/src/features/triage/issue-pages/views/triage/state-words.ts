import type { IssueState } from '#shared';
import { formatQuantity } from '../../../../../ui/numbers/format-count.ts';
import { formatAgoInWords, formatUtc } from '../../../../../ui/time/format-time.ts';

/** For example `resolved in 1.4.2` or `muted until 2026-03-04 12:00:00 UTC`. */
export function describeState(state: IssueState): string {
  if (state.status === 'unresolved') return state.kind === 'new' ? 'unresolved' : 'regressed';
  if (state.status === 'resolved') {
    if (state.kind === 'now') return 'resolved';
    return state.kind === 'inRelease'
      ? `resolved in ${state.release}`
      : `resolved in the release after ${state.release}`;
  }
  switch (state.kind) {
    case 'time':
      return `muted until ${formatUtc(state.untilMs)}`;
    case 'events':
      return `muted until ${formatQuantity(state.count, 'more event')}`;
    case 'users':
      return `muted until ${formatQuantity(state.count, 'more user')}`;
    default:
      return 'muted';
  }
}

/** Returns a shorter text for a row: `muted, ends in 3 hours`. */
export function describeStateInShort(state: IssueState, nowMs: number): string {
  return state.status === 'muted' && state.kind === 'time'
    ? `muted, ends ${formatAgoInWords(state.untilMs, nowMs)}`
    : describeState(state);
}
